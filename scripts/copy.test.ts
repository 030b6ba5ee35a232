import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listTextSources, type SourceText, textsIn } from './source-texts.ts'
import { listPages, readPageFile } from './using/handbook-files.ts'

const root = path.join(import.meta.dirname, '..')

/** Words that must not come back, and what stands instead. The reasons are in docs/copy.md. */
const retired: readonly (readonly [word: RegExp, instead: string])[] = [
  [/企业/, '公司'],
  [/元素/, '权限点'],
  [/外部身份/, '外部账号'],
  [/失败的调用/, '异常请求'],
  [/放手|任其到期/, '不续期'],
  [/系统内置/, '“系统”作为操作人，“内置”作为来源'],
  [/产品自带/, '内置'],
  [/还没有/, '“暂无…”表示空列表，否则“尚未”“未”'],
  [/这么[多久长]|这些天/, '该天数、该时长'],
  [/这[个条项次]/, '该'],
  [/那[个条台家]/, '该'],
  [/别人|别的/, '他人、其他'],
  [/[她它你]|(?<!其)他(?!人)|[^我]们/, '“您”称呼用户，第三人称写出名称，或用“其”“该用户”'],
  [/等我处理/, '待我处理'],
  [/秒内生效/, '立即生效'],
  [/点按/, '点击'],
  [/应答|回答/, '响应'],
  [/没有(答复|响应)/, '未响应、无响应；答复仅用于邀请'],
  [/按下/, '点击'],
  [/^\s*确定\s*$|“确定”/, '按钮写明操作：新增用户、保存、合并'],
  [/没有找到/, '未找到'],
  [/按平台|使用产品默认/, '平台默认、默认'],
  [/仅用身份源登录/, '允许外部账号登录'],
  [/平台人员进入/, '平台访问'],
  [/^批量(锁定|解锁|停用|启用|移动|删除|续期|不续期|移除|保留|收回)$/, '选中行的操作不写“批量”'],
  [/[1-9]\d{3,} ?(分钟|MB|KB)/, '常用单位：24 小时、10 GB'],
  [/能看到|看不到/, '可查看、可见、无权查看'],
  [/！|\p{Script=Han}!/u, '句号，或不用标点'],
  [/\p{Script=Han}[,;?()]|[,;?()]\p{Script=Han}/u, '全角标点'],
]

/** Where a word may stand, and why. */
const allowed: readonly (readonly [file: string, said: string, because: string])[] = [
  ['contract/src/code-words.ts', '企业', 'a kind of registrant, beside 个人'],
  ['contract/src/features/identity/registrations/registrations.errors.ts', '企业', 'a kind of registrant'],
  ['web/src/features/identity/registrations/register-form.tsx', '企业', 'a kind of registrant, beside 个人'],
  ['web/src/features/identity/portal-users/portal-user-words.tsx', '企业', 'a kind of registrant, beside 个人'],
  ['web/src/features/identity/registrations/registration-words.ts', '企业', 'a kind of registrant, beside 个人'],
  ['contract/src/features/identity/identity-providers/identity-providers.errors.ts', '企业', '企业微信, a product'],
  ['server/src/features/identity/identity-providers/wecom-adapter.ts', '企业', '企业微信, a product'],
  ['web/src/features/identity/identity-providers/identity-providers-page.tsx', '企业', '企业微信, a product'],
  ['web/src/features/identity/identity-providers/provider-form.tsx', '企业', '企业微信, a product'],
  [
    'web/src/features/identity/identity-providers/provider-words.ts',
    '企业',
    'products, and what they call their customers',
  ],
  ['web/src/features/identity/security/security-items.tsx', '企业', '企业微信, a product'],
  ['web/src/features/access/menus/icon-words.ts', '企业', 'a word by which an icon is found'],
  ['web/src/features/governance/palette/pinyin-table.ts', '他', 'characters by their pinyin'],
  ['docs/using/outside-identities.zh-CN.md', '企业', '企业微信, a product'],
  ['docs/using/leaving.zh-CN.md', '企业', '企业微信, a product'],
  ['contract/src/kernel/fields.ts', '式!', 'a text that clients know to the letter'],
]

type Finding = { line: number; said: string; instead: string }
const findingsOf = (texts: readonly SourceText[]): Finding[] =>
  texts.flatMap(({ text, line }) =>
    retired.flatMap(([word, instead]) => {
      const said = word.exec(text)?.[0]
      return said === undefined ? [] : [{ line, said, instead }]
    }),
  )
const findingsIn = (source: string) => findingsOf(textsIn(source))

const linesOf = (text: string): SourceText[] => text.split('\n').map((line, at) => ({ text: line, line: at + 1 }))
const found = [
  ...listTextSources(root).flatMap((file) =>
    findingsIn(readFileSync(path.join(root, file), 'utf8')).map((finding) => ({ file, ...finding })),
  ),
  ...listPages().flatMap((page) =>
    findingsOf(linesOf(readPageFile(page, 'zh'))).map((finding) => ({
      file: `docs/using/${page}.zh-CN.md`,
      ...finding,
    })),
  ),
]
const allows = ([file, said]: (typeof allowed)[number], at: (typeof found)[number]) =>
  at.file === file && at.said === said

test('Chinese texts use the words of docs/copy.md', () => {
  const unexplained = found.filter((at) => !allowed.some((each) => allows(each, at)))
  expect(unexplained.map(({ file, line, said, instead }) => `${file}:${line} ${said} → ${instead}`)).toEqual([])
})

test('every exception is needed', () => {
  expect(allowed.filter((each) => !found.some((at) => allows(each, at)))).toEqual([])
})

test('words are found in texts, with their line, and not in comments or keys', () => {
  const source = [
    "const words = { 他: '其他', 元素: 1 } // 元素",
    'const title = `企业`',
    'const view = (',
    '  <p>',
    '    删除,不能恢复',
    '  </p>',
    ')',
  ]
  expect(findingsIn(source.join('\n')).map(({ line, said }) => `${line} ${said}`)).toEqual(['2 企业', '5 除,'])
})
