import { checkedLicences } from '../licences.ts'
import { table } from './markdown-table.ts'

/** Every dependency and its licence. Throws when one is not on the list of licences we take. */
export const licencesPage = async (root: string) => {
  const dependencies = await checkedLicences(root)
  return table(
    'Licences of dependencies',
    ['Package', 'Version', 'Licence', 'Used'],
    dependencies.map(({ name, version, licence, use }) => [name, version, licence, use]),
  )
}
