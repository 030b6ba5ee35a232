import type { Secrets } from '../../../kernel/secrets.ts'

/** Where addresses lead. */
export const addressPrefix = '/files/'
/** How long an address works that was made for a page. */
const lifeSeconds = 15 * 60
/** How long all addresses of a file that are made for texts are the same one. */
const sharedSeconds = 15 * 60
/** In place of the end of a permanent address. */
const never = 0
/** Added to the end of an address that shows the file instead of saving it. */
const inlineBit = 2 ** 39

const uuidBytes = 16
const timeBytes = 5
const signatureBytes = 16
const payloadBytes = 2 * uuidBytes + timeBytes
const basisBytes = 1 + 2 * uuidBytes
/** Of addresses without and with a basis. */
const shape = /^(?:[A-Za-z0-9_-]{71}|[A-Za-z0-9_-]{115})$/

/** On what an address rests beside its signature, asked again whenever it is used: a right of a user or a link to a document. */
export type AddressBasis = { by: 'user' | 'link' | 'once'; id: string; documentId: string }
const bases = ['user', 'link', 'once'] as const

export type AddressedFile = {
  companyId: string
  id: string
  inline: boolean
  state: 'permanent' | 'current' | 'expired'
  basis: AddressBasis | undefined
}

const toUuid = (bytes: Buffer): string => {
  const digits = bytes.toString('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digits.slice(from, to))
    .join('-')
}
const toBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const readBasis = (bytes: Buffer): AddressBasis | undefined => {
  const by = bytes.length === 0 ? undefined : bases[bytes.readUInt8(0)]
  if (!by) return undefined
  const [id, documentId] = [bytes.subarray(1, 1 + uuidBytes), bytes.subarray(1 + uuidBytes)]
  return { by, id: toUuid(id), documentId: toUuid(documentId) }
}

/**
 * Signed addresses of files. An address is bound to one file of one company and to its end, and needs neither token nor
 * cookie. A permanent one works for published files only, which the reader of the address decides.
 */
export const createFileAddresses = (secrets: Pick<Secrets, 'sign' | 'isSigned'>) => {
  const signPayload = (payload: Buffer) => secrets.sign('file', payload.toString('hex')).subarray(0, signatureBytes)
  const sign = (companyId: string, id: string, endsAt: number, basis?: AddressBasis): string => {
    const payload = Buffer.alloc(payloadBytes + (basis ? basisBytes : 0))
    toBytes(companyId).copy(payload, 0)
    toBytes(id).copy(payload, uuidBytes)
    payload.writeUIntBE(endsAt, 2 * uuidBytes, timeBytes)
    if (basis) {
      payload.writeUInt8(bases.indexOf(basis.by), payloadBytes)
      toBytes(basis.id).copy(payload, payloadBytes + 1)
      toBytes(basis.documentId).copy(payload, payloadBytes + 1 + uuidBytes)
    }
    return Buffer.concat([payload, signPayload(payload)]).toString('base64url')
  }
  return {
    /** The part of an address behind the prefix that works while the file is published. */
    permanent: (companyId: string, id: string): string => sign(companyId, id, never),
    /** An address that works for a quarter of an hour. */
    temporary: (companyId: string, id: string, basis?: AddressBasis): string =>
      addressPrefix + sign(companyId, id, Math.floor(Date.now() / 1000) + lifeSeconds, basis),
    /** The same for what is shown in a page, and not to be saved by opening the address. */
    shown: (companyId: string, id: string, basis?: AddressBasis): string =>
      addressPrefix + sign(companyId, id, inlineBit + Math.floor(Date.now() / 1000) + lifeSeconds, basis),
    /**
     * An address for a picture in a text: the same for a quarter of an hour, so that browsers find the picture in their
     * cache, and working for at least another one.
     */
    shared: (companyId: string, id: string): string =>
      addressPrefix + sign(companyId, id, (Math.floor(Date.now() / 1000 / sharedSeconds) + 2) * sharedSeconds),
    /** The file of an address; undefined unless this installation has signed it. */
    read(signed: string): AddressedFile | undefined {
      if (!shape.test(signed)) return undefined
      const bytes = Buffer.from(signed, 'base64url')
      const payload = bytes.subarray(0, -signatureBytes)
      const signedEnd = payload.readUIntBE(2 * uuidBytes, timeBytes)
      // A permanent address opens only what is published; any other one opens a file by itself.
      const by = signedEnd === never ? 'anyKey' : 'heldKey'
      if (!secrets.isSigned('file', payload.toString('hex'), bytes.subarray(-signatureBytes), by)) return undefined
      const inline = signedEnd >= inlineBit
      const endsAt = inline ? signedEnd - inlineBit : signedEnd
      return {
        companyId: toUuid(payload.subarray(0, uuidBytes)),
        id: toUuid(payload.subarray(uuidBytes, 2 * uuidBytes)),
        inline,
        basis: readBasis(payload.subarray(payloadBytes)),
        state: endsAt === never ? 'permanent' : endsAt * 1000 > Date.now() ? 'current' : 'expired',
      }
    },
  }
}
export type FileAddresses = ReturnType<typeof createFileAddresses>
