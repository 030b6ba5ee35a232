import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { toPseudo } from './texts/to-pseudo.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const [tag = '', folder = path.join(root, 'texts')] = process.argv.slice(2)
const pseudo = 'xx'

/** Why a language cannot be made; undefined if it can. */
const findFault = (file: string): string | undefined => {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag))
    return words(
      '用法：npm run new-language 语言，例如 fr、pt-BR；xx 为测试用的伪语言',
      'Usage: npm run new-language LANGUAGE, such as fr or pt-BR; xx is a made-up one for tests',
    )
  if (!existsSync(file) || tag === pseudo) return undefined
  const name = path.relative(root, file)
  return words(`${name} 已存在`, `${name} is there already`)
}

const file = path.join(folder, `${tag}.json`)
const fault = findFault(file)
if (fault === undefined) {
  const english = JSON.parse(readFileSync(path.join(root, 'texts/en.json'), 'utf8')) as Record<string, string>
  const texts = Object.entries(english).map(([source, text]) => [source, tag === pseudo ? toPseudo(text) : ''])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(texts), null, 1)}\n`)
  const name = path.relative(root, file)
  console.log(
    words(
      `已建立 ${name}，共 ${texts.length} 条。未翻译的显示中文，npm run texts 显示还剩多少`,
      `Wrote ${name} with ${texts.length} texts. What is not translated is shown in Chinese; npm run texts shows how much is left`,
    ),
  )
} else {
  console.error(fault)
  process.exitCode = 1
}
