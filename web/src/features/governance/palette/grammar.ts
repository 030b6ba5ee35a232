import { isChinese, t } from '../../../ui/texts.ts'

/** An action in words: what to do, and the words that name who or what it is about. */
export type Command =
  | { verb: 'lock' | 'unlock' | 'reset' | 'edit' | 'extend' | 'switch' | 'add'; about: string }
  | { verb: 'grant'; role: string; about: string; days: number | null }
  | { verb: 'why'; about: string }
export type Verb = Command['verb']

export type Phrase = {
  verb: Verb
  /** What users may type in any language, longest first. */
  words: readonly [string, ...string[]]
  example: string
  meaning: string
}

export const phrases: readonly Phrase[] = [
  { verb: 'lock', words: ['锁定', 'lock'], example: t('锁定 张三'), meaning: t('锁定用户或公司') },
  { verb: 'unlock', words: ['解锁', 'unlock'], example: t('解锁 张三'), meaning: t('解锁用户或公司') },
  {
    verb: 'reset',
    words: ['重置密码', '重置', 'reset'],
    example: t('重置密码 张三'),
    meaning: t('重置用户的密码'),
  },
  {
    verb: 'grant',
    words: ['授予', '授权', 'grant'],
    example: t('授予 李四 审计员 7 天'),
    meaning: t('授予角色，可设期限'),
  },
  { verb: 'extend', words: ['续期', 'extend'], example: t('续期 张三'), meaning: t('调整用户角色的到期时间') },
  { verb: 'edit', words: ['编辑', 'edit'], example: t('编辑 张三'), meaning: t('编辑用户、公司或角色') },
  { verb: 'switch', words: ['切换', 'switch'], example: t('切换 华东公司'), meaning: t('切换公司') },
  { verb: 'why', words: ['为什么', 'why'], example: t('为什么 8f3a0c12'), meaning: t('按追踪号查看判定过程') },
  { verb: 'add', words: ['新增', 'add', 'new'], example: t('新增 用户'), meaning: t('打开新增表单') },
]

const isLatin = (word: string) => /^[a-z]/.test(word)
/** The word that is shown: the first one of the page's language. */
export const shownWord = ({ words }: Pick<Phrase, 'words'>): string =>
  isChinese ? words[0] : (words.find(isLatin) ?? words[0])

/** What follows a word of a phrase; undefined if the text does not begin with it. Latin words end at a space. */
const restAfter = (word: string, text: string): string | undefined => {
  if (!text.toLowerCase().startsWith(word)) return undefined
  const rest = text.slice(word.length)
  return isLatin(word) && rest !== '' && !rest.startsWith(' ') ? undefined : rest.trim()
}

const term = /(?:\s+(\d{1,4})\s*d(?:ays?)?|\s*(\d{1,4})\s*天)$/i
const grantParts = /^(.+?)(?:\s*给\s*|\s+to\s+)(.+)$/i
/** The person stands before the role, unless 给 or “to” turns them round. */
const personThenRole = /^(\S+)\s+(\S.*)$/
const parseGrant = (rest: string): Command => {
  const found = rest.match(term)
  const days = found ? Number(found[1] ?? found[2]) : null
  const words = rest.replace(term, '')
  const [, role, about] = words.match(grantParts) ??
    words.replace(personThenRole, '$2 给 $1').match(grantParts) ?? ['', words, '']
  return { verb: 'grant', role: (role ?? '').trim(), about: (about ?? '').trim(), days }
}

/** Reads an action in words; undefined if the text is none. */
export const parseCommand = (text: string): Command | undefined => {
  const trimmed = text.trim()
  for (const { verb, words } of phrases)
    for (const word of words) {
      const rest = restAfter(word, trimmed)
      if (rest === undefined) continue
      return verb === 'grant' ? parseGrant(rest) : { verb, about: rest }
    }
  return undefined
}

/** Whether a text can be a trace id, or its beginning of at least eight digits. */
export const isTraceId = (text: string): boolean => /^[0-9a-f]{8,32}$/i.test(text)
