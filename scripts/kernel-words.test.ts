import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const kernels = ['contract/src/kernel', 'server/src/kernel', 'web/src/kernel', 'web/src/ui']

/** Words of this product: a kernel that says one could not be lifted into another. */
const words =
  'account branding captcha company department domain employee guest headcount invitation member membership menu org organization passkey password plan post principal quota review reviewer role subsidiary successor template tenant user visit visitor workplace'
const texts = '用户 账号 角色 菜单 公司 租户 套餐 组织 岗位 密码 成员 复核 邀请 品牌 通行密钥 验证码 工作台'
const known = new Set([...words.split(' '), ...texts.split(' ')])

/** Where a word may stand, and why. */
const allowed: readonly (readonly [where: string, said: string, because: string])[] = [
  // Rows belong to a company and calls to a user: what the server's kernel isolates and records.
  ['server/src/kernel', 'company', 'the boundary of rows that the kernel keeps'],
  ['server/src/kernel', 'user', 'the caller that the kernel resolves, limits and records'],
  ['server/src/kernel', 'account', 'the name of a caller, in the log, in files and at the first start'],
  ['server/src/kernel', 'password', 'hashing and storing of passwords is a service of the kernel'],
  ['server/src/kernel/scope.ts', 'principal', 'the account that a caller signed in with, part of every call'],
  ['server/src/kernel/scope.ts', 'plan', 'a step of the decision that the kernel records'],
  ['server/src/kernel/http/admit.ts', 'principal', 'what an endpoint declares'],
  ['server/src/kernel/http/admit.ts', 'guest', 'what an endpoint declares'],
  ['server/src/kernel/http/execute.ts', 'guest', 'a guest is recorded with two companies'],
  ['server/src/kernel/audited-caller.ts', 'guest', 'a guest is recorded with two companies'],
  ['server/src/kernel/logger.ts', 'captcha', 'a field that no log may hold'],
  ['server/src/kernel/jobs/job-schema.ts', 'plan', 'what pg-boss calls the SQL of its schema'],
  ['server/src/kernel/sheets/export-notes.ts', '公司', 'where a file was exported'],
  ['server/src/kernel/workbooks', 'org', 'part of the addresses that name the formats of workbooks'],
  ['server/src/kernel/db', 'role', 'a role of PostgreSQL'],
  ['server/src/kernel/db/migrations', 'plan', 'what an upgrade would do'],
  ['server/src/kernel/db/migrations', 'domain', 'a kind of type of PostgreSQL'],
  ['server/src/kernel/db/serving-role.ts', 'member', 'how PostgreSQL calls one who may assume a role'],
  ['server/src/kernel/db', '用户', 'a user of the operating system'],
  // What both sides agree on about every call.
  ['contract/src/kernel', 'company', 'the boundary of rows that an endpoint declares'],
  ['contract/src/kernel', 'password', 'rules and fields of passwords, common to all who take one'],
  ['contract/src/kernel', '密码', 'rules and fields of passwords, common to all who take one'],
  ['contract/src/kernel', 'account', 'the name of a caller'],
  ['contract/src/kernel', '账号', 'the name of a caller'],
  ['contract/src/kernel', 'menu', 'what features and modules add to the navigation'],
  ['contract/src/kernel', 'user', 'whether a reply names users, which an endpoint declares'],
  ['contract/src/kernel', 'guest', 'whether an endpoint is open while acting in another company'],
  ['contract/src/kernel/custom-fields.ts', 'organization', 'a kind of value of custom fields'],
  ['contract/src/kernel/rich-text.ts', 'template', 'an element of HTML'],
  ['contract/src/kernel/errors.ts', 'principal', 'refusal of what an endpoint declares'],
  ['contract/src/kernel', '公司', 'refusals of the boundary of rows'],
  ['web/src/kernel/api', 'company', 'a tab refuses replies for another company than it shows'],
  ['web/src/kernel/api/session-end.ts', '公司', 'where the caller is when a tab session ends'],
  ['web/src/kernel/forms/fields.tsx', 'password', 'a kind of input'],
  ['web/src/ui', 'password', 'a kind of input'],
  ['web/src/ui', '密码', 'a kind of input, and a common action of lists'],
  ['web/src/ui', 'menu', 'a list of commands'],
  ['web/src/kernel/listing', 'menu', 'a list of commands'],
  ['web/src/ui/toast.ts', 'role', 'a role of ARIA'],
  ['web/src/ui/icon.tsx', 'user', 'the name of an icon'],
]

const listFiles = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${folder}/*.ts`, `${folder}/*.tsx`], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|gen)\.tsx?$/.test(file) && existsSync(path.join(root, file)))

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** Of the platform: roles of ARIA, the method POST, `postMessage`. */
const foreign = /\brole(?= ?[=^]|: '\w+')|\bPOST\b|\bpostMessage\b/g
const camelCase = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

const listSingulars = (word: string) => [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')]

/** The words of the product in a source, as said. */
const wordsIn = (source: string): Set<string> => {
  const code = source.replace(comment, '').replace(foreign, '')
  const parts = [...code.matchAll(/[A-Za-z]+/g)].flatMap(([identifier]) => identifier.split(camelCase))
  const said = parts.flatMap((part) => listSingulars(part.toLowerCase()).find((each) => known.has(each)) ?? [])
  return new Set([...said, ...texts.split(' ').filter((text) => code.includes(text))])
}

const found = kernels
  .flatMap(listFiles)
  .flatMap((file) => [...wordsIn(readFileSync(path.join(root, file), 'utf8'))].map((said) => ({ file, said })))
const allows = ([where, said]: (typeof allowed)[number], at: (typeof found)[number]) =>
  at.said === said && (at.file === where || at.file.startsWith(`${where}/`))

test('kernels and kit say no word of the product without a reason', () => {
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((at) => !allowed.some((each) => allows(each, at)))).toEqual([])
})

test('every exception is needed', () => {
  expect(allowed.filter((each) => !found.some((at) => allows(each, at)))).toEqual([])
  expect(allowed.length).toBeLessThanOrEqual(40)
})

test('words are found in identifiers and texts, not in comments', () => {
  expect(wordsIn("const userRoles = '没有菜单' // the tenant's plan")).toEqual(new Set(['user', 'role', '菜单']))
  expect(wordsIn('<p role="alert" /> /* company */ window.postMessage()')).toEqual(new Set())
})
