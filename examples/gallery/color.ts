/**
 * Colors are 32-bit numbers, red in the lowest byte and alpha in the highest: the
 * order in which a little-endian machine hands them to a shader as four bytes.
 */
export type Color = number

export function rgba(red: number, green: number, blue: number, alpha = 255): Color {
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0
}

/** From "#rrggbb", with an opacity from 0 to 1. */
export function hex(text: string, opacity = 1): Color {
  const value = Number.parseInt(text.slice(1), 16)
  return rgba(value >> 16, (value >> 8) & 255, value & 255, Math.round(opacity * 255))
}

export function css(color: Color): string {
  return `rgba(${color & 255},${(color >> 8) & 255},${(color >> 16) & 255},${((color >>> 24) / 255).toFixed(3)})`
}

/** The color between two others; `amount` 0 is `a`, 1 is `b`. The alpha is that of `a`. */
export function mix(a: Color, b: Color, amount: number): Color {
  const channel = (shift: number) => {
    const from = (a >>> shift) & 255
    return Math.round(from + (((b >>> shift) & 255) - from) * amount)
  }
  return rgba(channel(0), channel(8), channel(16), a >>> 24)
}

export function withOpacity(color: Color, opacity: number): Color {
  return ((color & 0xffffff) | (Math.round(opacity * 255) << 24)) >>> 0
}

/** `steps` colors along a line of stops, evenly spaced to the eye (mixed in Oklab, Ottosson 2020). */
export function gradient(stops: readonly string[], steps: number): Uint32Array {
  const lab = stops.map((stop) => toOklab(hex(stop)))
  const colors = new Uint32Array(steps)
  for (let i = 0; i < steps; i++) {
    const place = (i / Math.max(1, steps - 1)) * (lab.length - 1)
    const index = Math.min(lab.length - 2, Math.floor(place))
    const t = place - index
    const [from, to] = [lab[index], lab[index + 1]]
    colors[i] = fromOklab(from.map((value, k) => value + (to[k] - value) * t))
  }
  return colors
}

function toOklab(color: Color): number[] {
  const [r, g, b] = [0, 8, 16].map((shift) => toLinear(((color >>> shift) & 255) / 255))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
  ]
}

function fromOklab([lightness, a, b]: number[]): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
  return rgba(
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
  )
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.max(0, Math.min(255, Math.round(value * 255)))
}
