import { t } from '../../../../ui/texts.ts'

type Risk = 'low' | 'mid' | 'high'
/** Risk levels of elements. */
export const riskNames = { low: t('低风险'), mid: t('中风险'), high: t('高风险') } as const satisfies Record<
  Risk,
  string
>
/** Tag tone of each risk level. */
export const riskTones = { low: 'plain', mid: 'warn', high: 'danger' } as const satisfies Record<Risk, string>
