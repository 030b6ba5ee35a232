import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openLanguages } from '../../src/kernel/texts/languages.ts'
import { readFirstTexts } from '../../src/serve-texts.ts'
import { runCommand } from '../crash/product.ts'
import { createTestApp } from '../harness.ts'

const root = path.join(import.meta.dirname, '../../..')
/** What has been translated so far. */
const french = {
  组织与成员: 'Personnes',
  平台超级管理员: 'Super administrateur',
  '最多 {max} 个字符': '{max, plural, one {{max} caractère au plus} other {{max} caractères au plus}}',
  启动服务: 'Démarrer le serveur',
}

const runScript = (name: string, ...args: string[]) =>
  String(
    execFileSync(process.execPath, [path.join(root, 'scripts', name), ...args], {
      env: { ...process.env, ATRIUM_LANGUAGE: 'en' },
    }),
  ).trim()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('folder'), 'languages-'))
  expect(runScript('new-language.ts', 'fr', folder)).toMatch(/Wrote \S+fr\.json with \d+ texts/)
  const file = path.join(folder, 'fr.json')
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...french, 过时的文字: 'Vieux' }))
})

describe('a language that was begun by a command', { timeout: 60_000 }, () => {
  it('shows how much of it is missing, and loses what the code no longer says', async () => {
    const [, all = '', open = ''] =
      /fr\.json: (\d+) texts, (\d+) not translated/.exec(runScript('texts.ts', folder)) ?? []
    expect(Number(all)).toBeGreaterThan(5000)
    expect(Number(all) - Number(open)).toBe(Object.keys(french).length)
    expect(await readFile(path.join(folder, 'fr.json'), 'utf8')).not.toContain('过时的文字')
  })

  it('answers in it, and in Chinese where it says nothing yet', async () => {
    const app = await createTestApp({ languages: openLanguages(path.join(root, 'texts'), folder) })
    const token = await app.signIn()
    const headers = { 'accept-language': 'fr-CA, en;q=0.5' }
    const { data: menus = [] } = await app.call(sessionContract.menus, {}, token, headers)
    expect(menus.map(({ name }) => name)).toEqual(expect.arrayContaining(['Personnes', '系统设置']))
    const body = { name: 'x'.repeat(101), code: '', level: 0 }
    const { errors } = await app.call(postsContract.create, { body }, token, headers)
    const texts = JSON.stringify(errors)
    expect(texts).toContain('caractères au plus')
    expect(texts).toMatch(/\p{Script=Han}/u)
    const { data: roles = [] } = await app.call(
      rolesContract.list,
      { query: { search: 'ADMINISTRATEUR' } },
      token,
      headers,
    )
    expect(roles.map(({ name }) => name)).toEqual(['Super administrateur'])
  })

  it('goes along with a page as far as it is there', async () => {
    const built = path.join(folder, 'built/texts')
    await mkdir(built, { recursive: true })
    await writeFile(path.join(built, 'first.json'), JSON.stringify({ chunks: ['a'], texts: ['组织与成员', '登录'] }))
    const page = await readFirstTexts(path.dirname(built), openLanguages(folder).get('fr'))
    expect(page).toMatchObject({ language: 'fr', translations: { 组织与成员: ['Personnes'] } })
    expect(Object.keys(page?.translations ?? {})).toEqual(['组织与成员'])
  })

  it('is spoken by the program', async () => {
    const environment = { ATRIUM_LANGUAGE: 'fr', LANGUAGES_DIR: folder }
    const { code, output } = await runCommand(folder, 'help', [], environment)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Démarrer le serveur') })
    expect(output).toContain('写入演示数据')
  })
})
