/** A heading with what is under it, or a page. */
export interface Item {
  text: string
  link?: string
  items?: Item[]
}

type Items = Item[]

const start: Items = [
  { text: 'Overview', link: '/overview' },
  { text: 'First game in 20 minutes', link: '/first-game' },
  { text: 'A platformer in 100 lines', link: '/platformer' },
  { text: 'Seen from above, dragging', link: '/recipes' },
  { text: 'Templates', link: '/templates' },
  { text: 'How do I draw?', link: '/drawing' },
  { text: 'Size and units', link: '/units' },
  { text: 'Y points down', link: '/y-down' },
  { text: 'Turn off sleep', link: '/no-sleep' },
  { text: 'In a worker, by messages', link: '/worker-messages' },
]

const migrating: Items = [
  { text: 'What is different', link: '/migrating' },
  { text: 'From Matter', link: '/from-matter' },
  { text: 'From Planck', link: '/from-planck' },
  { text: 'From Rapier', link: '/from-rapier' },
  { text: "From Phaser's Arcade", link: '/from-arcade' },
]

const guides: Items = [
  { text: 'Bodies', link: '/bodies' },
  { text: 'Shapes and materials', link: '/shapes' },
  { text: 'The loop', link: '/loop' },
  { text: 'Contacts', link: '/contacts' },
  { text: 'Queries', link: '/queries' },
  { text: 'Joints', link: '/joints' },
  { text: 'Characters', link: '/characters' },
  { text: 'Levels', link: '/levels' },
  { text: 'Fields and forces', link: '/fields' },
  { text: 'Snapshots and rollback', link: '/snapshots' },
  { text: 'What you can rely on', link: '/reliability' },
  { text: 'Servers', link: '/servers' },
  { text: 'A world in a worker', link: '/worker' },
  { text: 'Recordings', link: '/recordings' },
  { text: 'Seeing it', link: '/debug' },
  { text: 'Broad phases', link: '/broad-phases' },
  { text: 'A broad phase of your own', link: '/own-broad-phase' },
  { text: 'The quadtree alone', link: '/quadtree' },
]

const inside: Items = [
  { text: 'How it works', link: '/how-it-works' },
  { text: 'The house', link: '/house' },
  { text: 'The kernel', link: '/kernel' },
]

const measured: Items = [
  { text: 'Quality', link: '/quality' },
  { text: 'Performance', link: '/performance' },
  { text: 'The bench', link: '/bench' },
]

export const sidebar: Items = [
  { text: 'Start', items: start },
  { text: 'Migrating', items: migrating },
  { text: 'Guides', items: guides },
  { text: 'Reference', items: [{ text: 'API', link: '/reference/' }, { text: 'Errors', link: '/errors' }, { text: 'Words', link: '/words' }, { text: 'Changes', link: '/changelog' }] },
  { text: 'How it works', items: inside },
  { text: 'Quality and performance', items: measured },
]

export const menu = [
  { text: 'Docs', link: '/first-game', activeMatch: '^/(?!playground|reference|$)' },
  { text: 'Playground', link: '/playground' },
  // Not a page of VitePress: opened as a page of its own.
  { text: 'Gallery', link: '/gallery/index.html', target: '_self' },
  { text: 'API', link: '/reference/' },
]
