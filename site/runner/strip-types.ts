import { transform } from 'sucrase'

/** JavaScript with the lines of the TypeScript where they were. */
export function stripTypes(code: string): string {
  return transform(code, { transforms: ['typescript'], disableESTransforms: true }).code
}
