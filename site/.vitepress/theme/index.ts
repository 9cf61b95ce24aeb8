import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import HeroScene from './HeroScene.vue'
import Playground from './Playground.vue'
import RunBlock from './RunBlock.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HeroScene', HeroScene)
    app.component('Playground', Playground)
    app.component('RunBlock', RunBlock)
  },
} satisfies Theme
