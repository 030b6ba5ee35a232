type Risk = 'low' | 'mid' | 'high'
/** Risk levels of elements. */
export const riskNames = { low: '低风险', mid: '中风险', high: '高风险' } as const satisfies Record<Risk, string>
/** Tag tone of each risk level. */
export const riskTones = { low: 'plain', mid: 'warn', high: 'danger' } as const satisfies Record<Risk, string>
