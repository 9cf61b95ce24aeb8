import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, Report, launchBrowser, startServer } from './harness.ts'
import { checkInspector } from './inspector.ts'
import { PageErrors } from './page.ts'
const S = join(ROOT, 'dist', 'screenshots')
mkdirSync(S, { recursive: true })
const report = new Report()
const server = await startServer()
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } })
  await checkInspector(page, new PageErrors(page), server.url, report, S)
  await page.screenshot({ path: join(S, 'inspector-end.png') })
  await page.setViewportSize({ width: 390, height: 780 })
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(S, 'inspector-390.png') })
  await page.click('#toggle-panel')
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(S, 'inspector-390-panel.png') })
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = report.finish()
