const slot = /\{([^{}]*)\}/g

/** Meaning and sample value of each variable. */
const variables: Readonly<Record<string, { meaning: string; sample: string }>> = {
  code: { meaning: '验证码', sample: '482913' },
  minutes: { meaning: '有效分钟数', sample: '5' },
  kind: { meaning: '手机号或邮箱', sample: '手机号' },
  target: { meaning: '新的手机号或邮箱', sample: '138****5678' },
  time: { meaning: '时间', sample: '2026-03-18 09:30:00' },
  ip: { meaning: 'IP 地址', sample: '203.0.113.8' },
  area: { meaning: '地区', sample: '上海' },
  device: { meaning: '设备', sample: 'Chrome 141 · Windows' },
  account: { meaning: '账号', sample: 'zhangwei' },
  reason: { meaning: '原因', sample: '公司信息与营业执照不一致' },
  company: { meaning: '公司', sample: '北京云帆科技有限公司' },
  app: { meaning: '应用', sample: '订单系统' },
  name: { meaning: '姓名或名称', sample: '张伟' },
  title: { meaning: '标题', sample: '系统升级通知' },
  summary: { meaning: '摘要', sample: '周六 02:00 至 04:00 停机升级' },
  host: { meaning: '域名', sample: 'console.example.cn' },
  days: { meaning: '天数', sample: '7' },
  due: { meaning: '截止时间', sample: '2026-03-31 18:00:00' },
  until: { meaning: '到期时间', sample: '2026-03-18 18:00:00' },
  mode: { meaning: '访问方式', sample: '只读查看' },
  items: { meaning: '项数', sample: '12' },
  roles: { meaning: '角色', sample: '审计员' },
  answer: { meaning: '处理结果', sample: '已通过' },
  problems: { meaning: '问题', sample: '证书即将到期' },
  accounts: { meaning: '账号', sample: 'zhangwei、lisi' },
}
const findVariable = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined)

/** Meaning of a variable; empty if unknown. */
export const findMeaning = (name: string): string => findVariable(name)?.meaning ?? ''

/** Validation error for variables this message does not have. */
export const findUnknownVariables = (text: string, names: readonly string[]): string | undefined => {
  const unknown = [...text.matchAll(slot)].map(([, name = '']) => name).filter((name) => !names.includes(name))
  return unknown.length === 0
    ? undefined
    : `不支持的变量：${[...new Set(unknown)].map((name) => `{${name}}`).join('、')}`
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
