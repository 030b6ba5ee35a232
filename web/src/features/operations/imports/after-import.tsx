import type { ImportDetails } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { t } from '../../../ui/texts.ts'

/** What to know of added rows; nothing where none are added. */
export const AfterImport = ({ found: { afterImport, counts } }: { found: ImportDetails }) =>
  afterImport !== '' && counts !== null && counts.new > 0 ? (
    <p className="import-note">{t('{sentence}。', { sentence: afterImport })}</p>
  ) : null
