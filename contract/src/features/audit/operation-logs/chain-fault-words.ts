import type { chainFaults } from './operation-logs.contract.ts'

/** What is wrong with rows of the log. */
export const chainFaultWords: Readonly<Record<(typeof chainFaults)[number], string>> = {
  changed: '内容被改动',
  missing: '记录被删除',
  cut: '末尾被截断',
  rewritten: '被整体改写，与检查点不符',
  unsigned: '签名不符',
}
