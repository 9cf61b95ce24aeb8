// Writes maps as a person would draw them (source/*.tmx, *.tsx), has the real editor save them as JSON (saved/*.tmj, *.tsj) and draw
// them (pictures/*.png), and removes the former again: TypeScript takes a .tsx for its own. Wants Tiled (`apt-get install tiled zstd`): `node test/levels/tiled/save.mjs`, from the root of the repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync, gzipSync } from 'node:zlib'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const write = (name, content) => writeFileSync(here(`source/${name}`), content)
for (const folder of ['source', 'saved', 'pictures']) {
  rmSync(here(folder), { recursive: true, force: true })
  mkdirSync(here(folder))
}

// The tiles: what of one is solid, as a formula for its picture and as shapes for the collision editor, written down apart.
const S = 32
const turned = (x, y) => { // a square of 16 that is turned by 30 degrees about its upper left corner at (14, 4)
  const [u, v] = [x - 14, y - 4]
  const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
  return c * u + s * v > 0 && c * u + s * v < 16 && c * v - s * u > 0 && c * v - s * u < 16
}
const polygon = (x, y, points, rest = '') => `<object id="1" x="${x}" y="${y}"${rest}><polygon points="${points}"/></object>`
const rectangle = (x, y, width, height, rest = '') => `<object id="1" x="${x}" y="${y}" width="${width}" height="${height}"${rest}/>`
const TILES = [
  { solid: () => true, shapes: rectangle(0, 0, S, S) },
  { solid: (x, y) => x + y > S, shapes: polygon(0, S, `0,0 ${S},-${S} ${S},0`) },
  { solid: (x, y) => y < 8 || x > 24, shapes: polygon(0, 0, '0,0 32,0 32,32 24,32 24,8 0,8') },
  { solid: (x, y) => y > 20, shapes: rectangle(0, 20, S, 12) },
  { solid: turned, shapes: rectangle(14, 4, 16, 16, ' rotation="30"') },
  { solid: (x, y) => x < 8 || (x > 20 && y > 24), shapes: `${rectangle(0, 0, 8, S)}<object id="2" x="20" y="24" width="12" height="8"/>` },
  { solid: () => false, shapes: '' },
  { solid: () => true, shapes: '', properties: '<property name="solid" type="bool" value="true"/>' },
]
const tilesOf = (tiles) => tiles.map(({ shapes, properties = '' }, id) =>
  `<tile id="${id}">${properties === '' ? '' : `<properties>${properties}</properties>`}${shapes === '' ? '' : `<objectgroup draworder="index" id="2">${shapes}</objectgroup>`}</tile>`).join('\n ')
const sheet = (name, rest, offset = '') => `<tileset ${rest}name="${name}" tilewidth="${S}" tileheight="${S}" tilecount="8" columns="4">
 ${offset}<image source="ground.png" width="${4 * S}" height="${2 * S}"/>
 ${tilesOf(TILES)}
</tileset>`
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An opaque pixel wherever its middle is solid. */
function png(width, height, solid) {
  const rows = Buffer.alloc(height * (1 + 4 * width))
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (solid(x + 0.5, y + 0.5)) rows.writeUInt32BE(0x336699ff, y * (1 + 4 * width) + 1 + 4 * x)
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}
write('ground.png', png(4 * S, 2 * S, (x, y) => TILES[4 * Math.floor(y / S) + Math.floor(x / S)].solid(x % S, y % S)))
write('pillar.png', png(24, 48, (x, y) => y > 48 - 2 * x))
write('ground.tsx', HEAD + sheet('ground', 'version="1.8" '))
// A collection of images, whose numbers have gaps (an image was removed), as large as its largest.
write('things.tsx', `${HEAD}<tileset version="1.8" name="things" tilewidth="${S}" tileheight="48" tilecount="3" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="2"><image width="24" height="48" source="pillar.png"/><objectgroup draworder="index" id="2">${polygon(0, 48, '0,0 24,-48 24,0')}</objectgroup></tile>
 <tile id="7"><image width="${S}" height="${S}" source="block.png"/></tile>
 <tile id="9"><image width="16" height="24" source="post.png"/><objectgroup draworder="index" id="2">${polygon(0, 0, '0,0 6,0 6,20 16,20 16,24 0,24')}</objectgroup></tile>
</tileset>`)
write('post.png', png(16, 24, (x, y) => x < 6 || y > 20))
write('block.png', png(S, S, () => true))

const DRAWING = ['1       1', '1   3  41', '1 2156  1', '12111811 ', '111111111']
const plain = DRAWING.map((line) => [...line].map(Number))
const csv = (rows) => `<data encoding="csv">\n${rows.map((row) => row.join(',')).join(',\n')}\n</data>`
const bytesOf = (rows) => { const out = Buffer.alloc(4 * rows.flat().length); rows.flat().forEach((gid, i) => out.writeUInt32LE(gid >>> 0, 4 * i)); return out }
const PACKED = { '': (bytes) => bytes, zlib: deflateSync, gzip: gzipSync, zstd: (bytes) => execFileSync('zstd', ['-c'], { input: bytes, stdio: ['pipe', 'pipe', 'ignore'] }) }
const packed = (rows, compression) => PACKED[compression](bytesOf(rows)).toString('base64')
const base64 = (rows, compression) => `<data encoding="base64"${compression === '' ? '' : ` compression="${compression}"`}>${packed(rows, compression)}</data>`
const layer = (id, name, rows, data, rest = '') => `<layer id="${id}" name="${name}" width="${rows[0].length}" height="${rows.length}"${rest}>${data}</layer>`
const GROUND = '<tileset firstgid="1" source="ground.tsx"/>'
const map = (width, height, content, { infinite = 0, tilesets = GROUND } = {}) => `${HEAD}<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" renderorder="right-down" width="${width}" height="${height}" tilewidth="${S}" tileheight="${S}" infinite="${infinite}" nextlayerid="9" nextobjectid="99">
 ${tilesets}
 ${content}
</map>`

write('csv.tmx', map(9, 5, layer(1, 'ground', plain, csv(plain))))
for (const compression of Object.keys(PACKED)) write(`base64${compression === '' ? '' : '-'}${compression}.tmx`, map(9, 5, layer(1, 'ground', plain, base64(plain, compression))))

// Eight ways to turn each of five tiles that have no symmetry.
const FLIPS = [1, 2, 3, 4, 5].map((tile) => [0, 1, 2, 3, 4, 5, 6, 7].map((flip) => (tile + 1) + 2 ** 29 * flip))
write('flips.tmx', map(8, 5, layer(1, 'flips', FLIPS, csv(FLIPS))))

// Groups within groups, each with an offset and opacity; a layer that does not move back and forth with the rest when it is drawn.
write('groups.tmx', map(9, 5, `<group id="2" name="far" offsetx="11" offsety="-7" opacity="0.5">
  <group id="3" name="farther" offsetx="-30" offsety="20">${layer(1, 'ground', plain, csv(plain), ' offsetx="5" offsety="3" opacity="0.7"')}</group>
 </group>`))

// Chunks as large as the editor makes them, on both sides of the first cell.
const SIXTEEN = [...Array(16).keys()]
const chunk = (x, y, cell) => [x, y, SIXTEEN.map((row) => SIXTEEN.map((column) => cell(x + column, y + row)))]
const far = (x, y) => ((3 * x + 5 * y) % 11 === 0 ? 1 + Math.abs(x + y) % 6 : 0)
const CHUNKS = [[-16, -16], [0, -16], [0, 0], [32, -16]].map(([x, y]) => chunk(x, y, far))
write('infinite.tmx', map(30, 20, layer(1, 'ground', CHUNKS[0][2], `<data encoding="csv">${CHUNKS.map(([x, y, rows]) => `<chunk x="${x}" y="${y}" width="16" height="16">\n${rows.map((row) => row.join(',')).join(',\n')}\n</chunk>`).join('')}</data>`), { infinite: 1 }))
for (const compression of ['zlib', 'gzip']) write(`infinite-${compression}.tmx`, map(30, 20, layer(1, 'ground', CHUNKS[0][2], `<data encoding="base64" compression="${compression}">${CHUNKS.map(([x, y, rows]) => `<chunk x="${x}" y="${y}" width="16" height="16">${packed(rows, compression)}</chunk>`).join('')}</data>`), { infinite: 1 }))

// Objects of all forms; the editor draws their outlines.
const STATIC = '<properties><property name="body" value="static"/></properties>'
const group = (objects, rest = '') => `<objectgroup id="1" name="things"${rest}>${STATIC}${objects}</objectgroup>`
write('objects.tmx', map(12, 8, group(`
  <object id="1" name="plank" type="wood" x="20" y="30" width="90" height="20" rotation="25"/>
  <object id="2" name="ball" x="150" y="10" width="60" height="60"><ellipse/></object>
  <object id="3" name="arch" x="240" y="20" rotation="-10"><polygon points="0,0 100,0 100,80 80,80 80,20 20,20 20,80 0,80"/></object>
  <object id="4" name="arrow" x="30" y="220" rotation="45"><polygon points="0,0 60,0 60,30 0,30"/></object>
  <object id="5" name="tilted" x="200" y="130" width="40" height="100" rotation="-70"/>
`, ' offsetx="6" offsety="-4" color="#ff0000"') + `<objectgroup id="2" name="marks">
  <object id="6" name="start" type="spawn" x="100" y="100"><point/><properties><property name="lives" type="int" value="3"/><property name="hidden" type="bool" value="false"/><property name="tint" type="color" value="#ff112233"/></properties></object>
  <object id="7" name="rope" x="120" y="100"><properties><property name="body" value="static"/></properties><polyline points="0,0 30,10 60,0"/></object>
  <object id="8" name="hint" x="10" y="10" width="80" height="20"><text wrap="1">Jump!</text></object>
  <object id="9" name="gone" x="10" y="10" width="8" height="8" visible="0"/>
</objectgroup>`))

// Tiles as objects: as they are, larger, turned, mirrored; of a sheet, of a collection, and of a tileset that is drawn beside its place.
const flipped = (tile, flip) => tile + 2 ** 29 * flip
write('tiles.tmx', map(14, 8, group(`
  <object id="1" gid="2" x="10" y="60" width="32" height="32"/>
  <object id="2" gid="3" x="60" y="80" width="64" height="64"/>
  <object id="3" gid="${flipped(2, 4)}" x="140" y="70" width="48" height="32" rotation="30"/>
  <object id="4" gid="${flipped(6, 2)}" x="230" y="60" width="32" height="40"/>
  <object id="5" gid="${flipped(3, 6)}" x="300" y="30" width="32" height="32" rotation="135"/>
  <object id="6" gid="11" x="20" y="160" width="24" height="48"/>
  <object id="7" gid="${flipped(11, 4)}" x="70" y="190" width="48" height="72" rotation="-20"/>
  <object id="8" gid="16" x="180" y="180" width="32" height="32" rotation="15"/>
  <object id="9" gid="21" x="260" y="180" width="32" height="32"/>
  <object id="10" gid="21" x="330" y="180" width="64" height="64" rotation="40"/>
  <object id="11" gid="${flipped(21, 4)}" x="370" y="100" width="64" height="32"/>
  <object id="12" gid="${flipped(34, 4)}" x="60" y="220" width="64" height="32" rotation="70"/>
  <object id="13" gid="33" x="160" y="225" width="32" height="16" rotation="-30"/>
`), { tilesets: `${GROUND}<tileset firstgid="9" source="things.tsx"/>${sheet('beside', 'firstgid="20" ', '<tileoffset x="5" y="-9"/>')}${sheet('middle', 'firstgid="33" objectalignment="center" ')}` }))

// Cells with tiles smaller than they are, turned in all ways; and with tiles that are drawn beside their place.
const POSTS = [[0, 1, 2, 3, 4, 5, 6, 7].map((flip) => 18 + 2 ** 29 * flip), [0, 0, 0, 0, 0, 0, 0, 0]]
write('posts.tmx', map(8, 2, layer(1, 'ground', POSTS, csv(POSTS)), { tilesets: `${GROUND}<tileset firstgid="9" source="things.tsx"/>` }))
const LOWER = [[0, 1, 2, 3, 4, 5, 6, 7].map((flip) => 5 + 16 + 2 ** 29 * (flip & 4)), [21, 0, 21, 0, 0, 1, 21, 1]]
write('beside.tmx', map(8, 2, layer(1, 'ground', LOWER, csv(LOWER)), { tilesets: `${GROUND}${sheet('beside', 'firstgid="17" ', '<tileoffset x="2" y="-4"/>')}` }))

// An instance of a template.
write('crate.tx', `${HEAD}<template>${GROUND}<object name="crate" type="box" gid="1" width="40" height="40"><properties><property name="body" value="dynamic"/></properties></object></template>`)
write('template.tmx', map(6, 4, '<objectgroup id="1" name="things"><object id="1" template="crate.tx" x="40" y="80"/><object id="2" template="crate.tx" x="100" y="80" rotation="20"/></objectgroup>'))

const tiled = (...args) => execFileSync('tiled', args, { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, stdio: ['ignore', 'inherit', 'ignore'], cwd: here('source') })
const NAMES = ['csv', 'base64', 'base64-zlib', 'base64-gzip', 'base64-zstd', 'flips', 'groups', 'infinite', 'infinite-zlib', 'infinite-gzip', 'objects', 'tiles', 'posts', 'beside', 'template']
for (const name of NAMES) tiled('--minimize', '--export-map', `${name}.tmx`, `../saved/${name}.tmj`)
tiled('--minimize', '--detach-templates', '--export-map', 'template.tmx', '../saved/detached.tmj')
tiled('--minimize', '--embed-tilesets', '--export-map', 'csv.tmx', '../saved/embedded.tmj')
for (const name of ['ground', 'things']) tiled('--minimize', '--export-tileset', `${name}.tsx`, `../saved/${name}.tsj`)
for (const name of ['csv', 'flips', 'groups', 'infinite', 'objects', 'tiles', 'posts', 'beside']) {
  execFileSync('tmxrasterizer', ['--no-smoothing', here(`source/${name}.tmx`), here(`pictures/${name}.png`)], { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, stdio: 'ignore' })
}
rmSync(here('source'), { recursive: true })
