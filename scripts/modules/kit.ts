import path from 'node:path'
import { words } from '../words.mjs'
import { buildInstallation } from './build-installation.ts'
import { keepModuleTexts } from './module-texts.ts'
import { newEntity } from './new-entity.ts'
import { newModule } from './new-module.ts'

/** Programs of an installation, by their names behind `atrium-kit`. */
const programs: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  'new-module': (args) => newModule(process.cwd(), args),
  new: (args) => newEntity(process.cwd(), args),
  texts: () => keepModuleTexts(process.cwd()),
  build: ([folder = '.']) => buildInstallation(path.resolve(folder)),
}

const [name = '', ...args] = process.argv.slice(2)
const program = programs[name]
try {
  if (program === undefined)
    throw new Error(
      words(
        `没有命令 ${name}，可用：${Object.keys(programs)}`,
        `No command ${name}; there are ${Object.keys(programs)}`,
      ),
    )
  await program(args)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
