import { transform } from 'sucrase'

/** JavaScript with the lines of the TypeScript where they were. */
export function stripTypes(code: string): string {
  return transform(code, { transforms: ['typescript'], disableESTransforms: true }).code
}

/** The same as the body of a function of `require` and `exports`, for a program that imports what the page has already. */
export function toFunctionBody(code: string): string {
  return transform(code, { transforms: ['typescript', 'imports'], disableESTransforms: true }).code
}
