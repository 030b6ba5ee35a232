import { createPublicKey, verify } from 'node:crypto'
import { areasErrors } from '@atrium/contract/features/system/areas/areas.errors.ts'
import { AppError } from '../../../kernel/scope.ts'
import { type AreaFileRow, unpackAreas } from './areas-file.ts'

/** Length of an Ed25519 signature (RFC 8032). */
const signatureBytes = 64
const codePattern = /^\d{6}(\d{3})?$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

const isDay = (day: string | null) => day === null || (dayPattern.test(day) && !Number.isNaN(Date.parse(day)))
/** Whether rows are areas, each known once, and the ended ones lead to one in force. */
const areAreas = (rows: readonly AreaFileRow[]): boolean => {
  const inForce = new Set(rows.filter(({ valid_until }) => valid_until === null).map(({ code }) => code))
  return (
    new Set(rows.map(({ code }) => code)).size === rows.length &&
    rows.every(
      ({ code, name, pinyin, valid_from, valid_until, successor }) =>
        codePattern.test(code) &&
        name !== '' &&
        pinyin !== '' &&
        isDay(valid_from) &&
        isDay(valid_until) &&
        (successor === null || inForce.has(successor)),
    )
  )
}

/**
 * Reads a signed file of areas: an Ed25519 signature, and what it signs. Takes the file, and the publisher's raw public
 * key as base64, empty without one.
 * @throws `noKey`, `wrongSignature` and `wrongContent`
 */
export const readSignedAreas = async (file: Uint8Array, publicKey: string) => {
  if (publicKey === '') throw new AppError(areasErrors.noKey)
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const packed = file.subarray(signatureBytes)
  if (!verify(null, packed, key, file.subarray(0, signatureBytes))) throw new AppError(areasErrors.wrongSignature)
  const { sha256, rows: unpack } = unpackAreas(packed)
  const rows = await unpack().catch(() => [])
  if (rows.length === 0 || !areAreas(rows)) throw new AppError(areasErrors.wrongContent)
  return { sha256, rows }
}
