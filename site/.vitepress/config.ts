import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { repositoryLinks } from './links.ts'
import { pageOf } from './places.ts'
import { runButtons } from './run-buttons.ts'
import { menu, sidebar } from './sidebar.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect x='4' y='16' width='12' height='12' rx='2' fill='%237c9cff'/%3E%3Crect x='17' y='16' width='12' height='12' rx='2' fill='%23b48cf7'/%3E%3Ccircle cx='16.5' cy='9' r='6' fill='%23ffa36b'/%3E%3C/svg%3E"

export default defineConfig({
  title: 'bitecs-physics',
  description: '2D rigid-body physics for bitECS: the component arrays are the body state.',
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  head: [['link', { rel: 'icon', href: ICON }]],
  // The pages stay where they are read on their own: README.md and docs/. The site's own are in site/pages.
  srcDir: root,
  outDir: join(root, 'site/dist'),
  cacheDir: join(root, 'site/.cache'),
  srcExclude: ['!(docs|site|bench)/**/*', 'docs/*/**/*', 'bench/!(README.md)', 'bench/*/**/*', 'site/!(pages|reference)/**/*', '**/node_modules/**'],
  rewrites: pageOf,
  ignoreDeadLinks: false,
  markdown: {
    // The colors of the editor: see theme/style.css.
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
    config: (md) => {
      md.use(repositoryLinks, root)
      md.use(runButtons)
    },
  },
  themeConfig: {
    logo: { src: ICON, alt: '' },
    nav: menu,
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    footer: { message: 'MIT licensed. No run-time dependency but bitECS itself.' },
  },
  vite: {
    server: { fs: { allow: [root] } },
    build: { chunkSizeWarningLimit: 1500 },
  },
})
