/** Made by scene-sources-plugin.ts when the gallery is bundled. */
declare module 'scene-sources' {
  /** The texts of the files of scenes, by their names. */
  export const sources: Readonly<Record<string, string>>
  /** What they import, by the names under which they do. */
  export const modules: Readonly<Record<string, object>>
}
