/** A name with those of its ancestors, root first: 市场部 / 二组. */
export const pathText = (above: readonly string[], name: string): string => [...above, name].join(' / ')
