import { t } from './texts.ts'

/** `张三（zhangsan）`, or `Ann (ann)`. */
export const withNote = (text: string, note: string | number): string => t('{text}（{note}）', { text, note })

/** `角色：管理员`, or `Role: admin`. */
export const withLabel = (label: string, value: string | number): string => t('{label}：{value}', { label, value })
