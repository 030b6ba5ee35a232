import { type FileType, fileTypes, maxNameLength } from '@atrium/contract/features/content/uploads/file-types.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import { isVisibleLine } from '@atrium/contract/kernel/visible-text.ts'
import { AppError } from '../../../kernel/scope.ts'

const unnamed = '未命名'
/** What no file system and no download dialog takes. */
const reserved = /[<>:"|?*]/g
/** What Windows takes for a device, whatever follows its first dot. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i

/** The last part of a sent name, without anything invisible or reserved. */
const visibleName = (sent: string): string => {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const shown = [...last].filter((each) => each === ' ' || isVisibleLine(each)).join('')
  const kept = shown.replace(reserved, '_').replace(/^[. ]+|[. ]+$/g, '')
  return device.test(kept) ? `_${kept}` : kept
}

const splitName = (name: string): [base: string, ending: string] => {
  const at = name.lastIndexOf('.')
  return at <= 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1).toLowerCase()]
}

/**
 * The name under which a file of a type is stored. A missing ending is added; that of another picture is corrected.
 * @throws contentMismatch if the ending belongs to another accepted type, typeRefused if it belongs to none
 */
export const cleanName = (sent: string, type: FileType): string => {
  const [base, ending] = splitName(visibleName(sent) || unnamed)
  const named = fileTypes.find(({ endings }) => endings.includes(ending))
  if (ending !== '' && named === undefined) throw new AppError(uploadsErrors.typeRefused)
  const isOtherPicture = named?.kind === 'picture' && type.kind === 'picture'
  if (named !== undefined && named !== type && !isOtherPicture) throw new AppError(uploadsErrors.contentMismatch)
  const kept = named === type ? ending : type.endings[0]
  const room = maxNameLength - kept.length - 1
  return `${[...base].slice(0, room).join('').trimEnd()}.${kept}`
}
