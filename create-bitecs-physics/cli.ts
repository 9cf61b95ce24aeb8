#!/usr/bin/env node
// npm create bitecs-physics [folder] [template]
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts'
import { Refusal, type Template, create, listTemplates, whyNotIn } from './create.ts'

const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url))
const templates = listTemplates(TEMPLATES)
const names = templates.map(({ name }) => name).join(', ')

const HELP = `Makes a new project with bitecs-physics.

usage: npm create bitecs-physics [folder] [template]

What is not named is asked for. Templates:
${templates.map(({ name, description }) => `  ${name.padEnd(8)} ${description}`).join('\n')}`

try {
  await main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(`create-bitecs-physics: ${error.message}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { help, words } = readArguments()
  if (help) return console.log(HELP)
  const [folder, template] = words
  // What is named wrong is said before anything is asked.
  const chosen = template === undefined ? undefined : findTemplate(template)
  const why = folder === undefined ? undefined : whyNotIn(folder)
  if (why !== undefined) throw new Refusal(why)
  if (folder !== undefined && chosen !== undefined) return finish(folder, chosen)
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Refusal(`There is no terminal to ask in. Name a folder and a template: npm create bitecs-physics my-game pixi. Templates: ${names}.`)
  }
  intro('bitecs-physics')
  const place = folder ?? (await askFolder())
  const picked = place === undefined ? undefined : (chosen ?? (await askTemplate()))
  if (place === undefined || picked === undefined) {
    cancel('Nothing was made.')
    process.exitCode = 1
  } else finish(place, picked)
}

function readArguments(): { help: boolean; words: string[] } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h', default: false } } })
    if (positionals.length <= 2) return { help: values.help, words: positionals }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${HELP}`)
  }
  throw new Refusal(`There are too many words: a folder and a template are all.\n${HELP}`)
}

function findTemplate(name: string): Template {
  const found = templates.find((one) => one.name === name)
  if (found === undefined) throw new Refusal(`There is no template "${name}". Templates: ${names}.`)
  return found
}

async function askFolder(): Promise<string | undefined> {
  const answer = await text({
    message: 'In which folder?', placeholder: 'my-game', defaultValue: 'my-game', validate: (value) => whyNotIn(value === undefined || value === '' ? 'my-game' : value),
  })
  return isCancel(answer) ? undefined : answer
}

async function askTemplate(): Promise<Template | undefined> {
  const answer = await select({ message: 'What draws it?', options: templates.map((one) => ({ value: one.name, label: one.name, hint: one.description })) })
  return isCancel(answer) ? undefined : findTemplate(answer)
}

function finish(folder: string, { name, script }: Template): void {
  create(`${TEMPLATES}/${name}`, folder)
  const manager = /^(pnpm|yarn|bun)\b/.exec(process.env['npm_config_user_agent'] ?? '')?.[0] ?? 'npm'
  const into = resolve(folder) === process.cwd() ? '' : `\n  cd ${/\s/.test(folder) ? JSON.stringify(folder) : folder}`
  const steps = `Made from the template ${name}. Now:\n${into}\n  ${manager} install\n  ${manager} run ${script}\n`
  if (process.stdout.isTTY) outro(steps)
  else console.log(steps)
}
