import { randomBytes } from 'node:crypto'
import type { Reason } from '../../src/kernel/workbooks/refusal.ts'
import { buildParts, buildZip, type Parts } from '../workbook-parts.ts'

/** A file and why it must be refused. */
export type HostileWorkbook = {
  readonly name: string
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
  readonly reason: Reason
}

export const workbook = (name: string, reason: Reason, data: string, others: Parts = {}): HostileWorkbook => ({
  name,
  reason,
  bytes: () => buildZip(buildParts(data, others)),
})
export const raw = (name: string, reason: Reason, bytes: HostileWorkbook['bytes']): HostileWorkbook => ({
  name,
  reason,
  bytes,
})
export const csv = (name: string, reason: Reason, text: () => string) => raw(name, reason, () => Buffer.from(text()))
export const random = (count: number) => randomBytes(count).toString('base64')

export const megabyte = 1024 * 1024

export const cell = (reference: string, value = '1') => `<c r="${reference}"><v>${value}</v></c>`
export const row = (number: number | string, cells: string) => `<row r="${number}">${cells}</row>`
