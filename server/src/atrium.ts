import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Command, CommandInput } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { textFolders } from './config/config.ts'
import { explainFailure } from './explain-failure.ts'
import { speakToOperator, tell } from './kernel/texts/operator-language.ts'
import { mapStacks } from './map-stacks.ts'

const root = join(import.meta.dirname, '../..')
mapStacks(import.meta.filename)
const print = (line: string) => process.stdout.write(`${line}\n`)
const printError = (line: string) => process.stderr.write(`${line}\n`)
/** A reader that has seen enough, such as `head`, ends no work. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
}

const usageError = 2
/** The server is the program's own file: a command would stay in memory beside it. */
const startSummary = '启动服务'

const printCommands = async (printLine: (line: string) => void) => {
  const summaries = await Promise.all(
    Object.entries(commands).map(async ([word, load]) => [word, tell((await load()).summary)] as const),
  )
  const all = [['start', tell(startSummary)] as const, ...summaries]
  const width = Math.max(...all.map(([word]) => word.length))
  printLine(tell('用法：atrium 命令 [参数]，可用的命令：'))
  for (const [word, summary] of all) printLine(`  ${word.padEnd(width)}  ${summary}`)
}

type Arguments = Pick<CommandInput, 'values' | 'positionals'>
const readArguments = (command: Command, args: string[]): Arguments | undefined => {
  const [fewest, most] = command.positionals ?? [0, 0]
  try {
    const found = parseArgs({ args, options: command.options ?? {}, allowPositionals: most > 0 })
    const isCount = found.positionals.length >= fewest && found.positionals.length <= most
    return isCount ? found : undefined
  } catch {
    return undefined
  }
}

const run = async ([word = '', ...args]: string[]): Promise<number> => {
  if (['', 'help', '--help', '-h'].includes(word)) {
    await printCommands(print)
    return word === '' ? usageError : 0
  }
  const load = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!load) {
    printError(tell('没有命令“{word}”', { word }))
    await printCommands(printError)
    return usageError
  }
  const command = await load()
  const read = readArguments(command, args)
  if (!read) {
    printError(tell('用法：atrium {word} {usage}', { word, usage: tell(command.usage) }).trimEnd())
    return usageError
  }
  return command.run({ values: read.values, positionals: read.positionals, root, env: process.env, print })
}

const args = process.argv.slice(2)
if (args[0] === 'start') await import('./main.ts')
else {
  speakToOperator(textFolders(process.env, root), process.env)
  process.stdout.on('error', ignoreClosedPipe)
  process.exitCode = await run(args).catch((error: unknown) => {
    printError(explainFailure(error))
    return 1
  })
}
