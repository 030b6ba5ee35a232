import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { optionalRichText } from '@atrium/contract/kernel/rich-text.ts'
import * as z from 'zod/mini'
import type { Db } from '../../../kernel/db/database.ts'
import { sanitizeRichText } from '../../../kernel/rich-text.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import { addressPrefix, type FileAddresses } from './file-addresses.ts'
import { uploadsRepository as repository } from './uploads.repository.ts'
import type { Uploads } from './uploads.service.ts'

/** Pictures in sanitised HTML, whose attributes contain no angle brackets. */
const picture = new RegExp(`<img src="${addressPrefix}([\\w-]+)"[^<>]*>`, 'g')
const storedAddress = new RegExp(`(?<=<img src=")${addressPrefix}([\\w-]{36})(?=")`, 'g')

/** Throws unless the text fits; escaping may have made it longer than what was sent. */
const assertFits = (html: string, field: string) => {
  const [issue] = z.safeParse(optionalRichText(), html).error?.issues ?? []
  if (issue) throw refusalAt({ ...kernelErrors.invalid, msg: issue.message }, field)
}

type Given = { companyId: string; html: string; field: string }

/**
 * Rich texts of a company as they are stored and shown (decision 89). A stored text names its pictures by their ids; a
 * shown one has signed addresses, made for those who read it. A text that comes back names pictures by such addresses:
 * they prove that its author was shown the picture.
 */
export const createRichTexts = (addresses: Pick<FileAddresses, 'read' | 'shared'>) => ({
  /**
   * A rich text to be stored. Takes as the caller sent it, and the field of the form for refusals.
   * @returns its HTML, and the ids of its pictures, which the owner keeps in a table with `reference_files`
   * @throws invalid if it became too long, pictureGone
   */
  async toStored(db: Db, { companyId, html, field }: Given): Promise<{ html: string; pictures: string[] }> {
    const named = new Set<string>()
    const stored = sanitizeRichText(html).replace(picture, (tag, address: string) => {
      const file = addresses.read(address)
      if (file?.companyId !== companyId) return ''
      named.add(file.id)
      return tag.replace(address, file.id)
    })
    assertFits(stored, field)
    const pictures = [...named]
    const found = pictures.length > 0 ? await repository.pictures(db, companyId, pictures) : named
    if (pictures.some((id) => !found.has(id))) throw refusalAt(uploadsErrors.pictureGone, field)
    return { html: stored, pictures }
  },

  /** A stored rich text with addresses of its pictures that work for a quarter of an hour or longer. */
  toShown: (companyId: string, html: string): string =>
    html.replace(storedAddress, (_, id: string) => addresses.shared(companyId, id)),
})
/** What features with rich texts get. */
export type RichTexts = ReturnType<typeof createRichTexts> & Pick<Uploads, 'uploadPicture'>
