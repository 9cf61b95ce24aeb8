/** What is used of ECharts, which only the bench installs. */
interface Charts {
  init(element: null, theme: null, options: object): {
    setOption(option: object): void
    renderToSVGString(): string
    dispose(): void
  }
}

/** Draws an ECharts option into an SVG. */
export async function drawSvg(option: object, width: number, height: number): Promise<string> {
  const name: string = 'echarts'
  const charts = await import(name) as Charts
  const chart = charts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  chart.setOption(option)
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
