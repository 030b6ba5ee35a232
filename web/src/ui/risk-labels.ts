type Risk = 'low' | 'mid' | 'high'
/** How much harm an element can do. */
export const riskNames = { low: '低风险', mid: '中风险', high: '高风险' } as const satisfies Record<Risk, string>
/** In which tone a tag says so. */
export const riskTones = { low: 'plain', mid: 'warn', high: 'danger' } as const satisfies Record<Risk, string>
