import * as z from 'zod/mini'
import { text } from '../../../kernel/fields.ts'
import { id } from '../../../kernel/listing.ts'
import { maxNameLength } from '../uploads/file-types.ts'

/** What a person may do with a document, each including the ones before. */
export const accessLevels = ['view', 'download', 'edit', 'manage'] as const
export type AccessLevel = (typeof accessLevels)[number]
export const levelNames: Readonly<Record<AccessLevel, string>> = {
  view: '可查看',
  download: '可下载',
  edit: '可编辑',
  manage: '可管理',
}
/** Whether a level includes another one. */
export const includesLevel = (level: AccessLevel, wanted: AccessLevel): boolean =>
  accessLevels.indexOf(level) >= accessLevels.indexOf(wanted)

/** How a file is shown in the page, by its media type; other files are only downloaded. */
const previewKinds = {
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'application/pdf': 'pdf',
  'text/plain': 'text',
  'audio/mpeg': 'audio',
  'video/mp4': 'video',
} as const
export type PreviewKind = (typeof previewKinds)[keyof typeof previewKinds]
/** Largest files of a kind that are shown, in bytes; audio and video are played in parts, whatever their size. */
const previewBytes: Readonly<Partial<Record<PreviewKind, number>>> = {
  picture: 20 * 1024 * 1024,
  pdf: 50 * 1024 * 1024,
  text: 2 * 1024 * 1024,
}
/** How a file is shown; undefined if it is not. */
export const findPreview = ({ mime, size }: { mime: string; size: number }): PreviewKind | undefined => {
  const kind = Object.entries(previewKinds).find(([type]) => type === mime)?.[1]
  return kind && size <= (previewBytes[kind] ?? size) ? kind : undefined
}

/** Who rights are granted to; `everyone`: all users of the company. */
export const subjectKinds = ['everyone', 'role', 'organization', 'user'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Most levels of folders below each other. */
export const maxFolderDepth = 20
/** Most grants of one folder or file. */
export const maxGrants = 200

/** Most links of a file that have not ended. */
export const maxLinks = 50
/** The longest time for which a link works. */
export const maxLinkDays = 365
/** Lengths of a link's password: a shorter one could be guessed within the limits. */
export const linkPasswordLength = { min: 6, max: 32 } as const

/** Name of a folder or file. */
export const documentTitle = text(maxNameLength, '请输入名称').check(
  z.regex(/^[^/\\]*$/, '名称不能包含 / 或 \\'),
  z.refine((title) => title !== '.' && title !== '..', '名称不能为 . 或 ..'),
)
export const accessLevel = z.enum(accessLevels)

/** Number of a version. */
export const versionNumber = z.int().check(z.gte(1), z.lte(1_000_000))
export const versionParams = z.object({ id, number: z.pipe(z.coerce.number(), versionNumber) })
