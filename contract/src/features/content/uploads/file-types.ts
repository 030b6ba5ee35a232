/** What a file is uploaded for. */
export const purposes = ['news', 'doc', 'portrait', 'company', 'excel'] as const
export type Purpose = (typeof purposes)[number]

type Kind = 'picture' | 'document' | 'workbook' | 'text' | 'archive' | 'media'
export type FileType = {
  /** Media type by content. */
  type: string
  kind: Kind
  /** Endings that names may have, the usual one first. */
  endings: readonly [string, ...string[]]
}

/**
 * The types that are accepted. Nothing that a browser would run is among them; everything but pictures, which the
 * server re-encodes, is only ever sent as a download.
 */
export const fileTypes: readonly FileType[] = [
  { type: 'image/jpeg', kind: 'picture', endings: ['jpg', 'jpeg'] },
  { type: 'image/png', kind: 'picture', endings: ['png'] },
  { type: 'application/pdf', kind: 'document', endings: ['pdf'] },
  {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    kind: 'document',
    endings: ['docx'],
  },
  { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', kind: 'workbook', endings: ['xlsx'] },
  {
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    kind: 'document',
    endings: ['pptx'],
  },
  { type: 'application/x-cfb', kind: 'document', endings: ['doc', 'xls', 'ppt', 'wps', 'et', 'dps'] },
  { type: 'text/plain', kind: 'text', endings: ['txt', 'csv', 'tsv', 'md', 'log'] },
  { type: 'application/zip', kind: 'archive', endings: ['zip'] },
  { type: 'application/x-7z-compressed', kind: 'archive', endings: ['7z'] },
  { type: 'application/x-rar-compressed', kind: 'archive', endings: ['rar'] },
  { type: 'audio/mpeg', kind: 'media', endings: ['mp3'] },
  { type: 'video/mp4', kind: 'media', endings: ['mp4'] },
]

const anyKind: readonly Kind[] = ['picture', 'document', 'workbook', 'text', 'archive', 'media']
const kindsFor: Readonly<Record<Purpose, readonly Kind[]>> = {
  news: anyKind,
  doc: anyKind,
  portrait: ['picture'],
  company: ['picture'],
  excel: ['workbook'],
}

/** Whether a file of a type serves a purpose. */
export const isTypeFor = (purpose: Purpose, { kind }: FileType): boolean => kindsFor[purpose].includes(kind)

/** Endings of the names of files for a purpose, as an input's `accept` names them. */
export const acceptedEndings = (purpose: Purpose): string =>
  fileTypes
    .filter((type) => isTypeFor(purpose, type))
    .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
    .join(',')

/** Largest file of one call. Larger ones, and all on bad connections, are uploaded in parts. */
export const maxFileBytes = 20 * 1024 * 1024
/** Largest picture: it is decoded in memory. */
export const maxPictureBytes = 20 * 1024 * 1024
/** Largest file that is uploaded in parts. */
export const maxLargeFileBytes = 10 * 1024 * 1024 * 1024
/** Most characters of a name. */
export const maxNameLength = 120
