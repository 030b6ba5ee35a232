import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

const slot = /\{([^{}]*)\}/g

/** Meaning and sample value of each variable. */
const variables: Readonly<Record<string, { meaning: string; sample: string }>> = {
  code: { meaning: t('验证码'), sample: '482913' },
  minutes: { meaning: t('有效分钟数'), sample: '5' },
  kind: { meaning: t('手机号或邮箱'), sample: t('手机号') },
  target: { meaning: t('新的手机号或邮箱'), sample: '138****5678' },
  time: { meaning: t('时间'), sample: '2026-03-18 09:30:00' },
  ip: { meaning: t('IP 地址'), sample: '203.0.113.8' },
  area: { meaning: t('地区'), sample: t('上海') },
  device: { meaning: t('设备'), sample: 'Chrome 141 · Windows' },
  account: { meaning: t('账号'), sample: 'zhangwei' },
  reason: { meaning: t('原因'), sample: t('公司信息与营业执照不一致') },
  company: { meaning: t('公司'), sample: t('北京云帆科技有限公司') },
  app: { meaning: t('应用'), sample: t('订单系统') },
  name: { meaning: t('姓名或名称'), sample: t('张伟') },
  title: { meaning: t('标题'), sample: t('系统升级通知') },
  summary: { meaning: t('摘要'), sample: t('周六 02:00 至 04:00 停机升级') },
  host: { meaning: t('域名'), sample: 'console.example.cn' },
  days: { meaning: t('天数'), sample: '7' },
  due: { meaning: t('截止时间'), sample: '2026-03-31 18:00:00' },
  until: { meaning: t('到期时间'), sample: '2026-03-18 18:00:00' },
  mode: { meaning: t('访问方式'), sample: t('只读查看') },
  items: { meaning: t('项数'), sample: '12' },
  roles: { meaning: t('角色'), sample: t('审计员') },
  answer: { meaning: t('处理结果'), sample: t('已通过') },
  problems: { meaning: t('问题'), sample: t('证书即将到期') },
  accounts: { meaning: t('账号'), sample: listText(['zhangwei', 'lisi']) },
}
const findVariable = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined)

/** Meaning of a variable; empty if unknown. */
export const findMeaning = (name: string): string => findVariable(name)?.meaning ?? ''

/** Validation error for variables this message does not have. */
export const findUnknownVariables = (text: string, names: readonly string[]): string | undefined => {
  const unknown = [...text.matchAll(slot)].map(([, name = '']) => name).filter((name) => !names.includes(name))
  return unknown.length === 0
    ? undefined
    : t('不支持的变量：{value}', { value: listText([...new Set(unknown)].map((name) => `{${name}}`)) })
}

type Piece = { text: string; kind: 'plain' | 'filled' | 'unknown' }

/** Splits a wording into pieces with sample values filled in. */
export const filledPieces = (text: string, names: readonly string[]): Piece[] =>
  text
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{([^{}]*)\}$/.exec(part)?.[1]
      if (name === undefined) return { text: part, kind: 'plain' }
      if (!names.includes(name)) return { text: part, kind: 'unknown' }
      return { text: findVariable(name)?.sample ?? part, kind: 'filled' }
    })

/** A wording with sample values, as it arrives. */
export const filledText = (text: string, names: readonly string[]): string =>
  filledPieces(text, names)
    .map((piece) => piece.text)
    .join('')
