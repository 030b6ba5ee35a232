import { checkedLicences } from '../licences.ts'
import { table } from './markdown-table.ts'

/**
 * Every dependency and its licence.
 * @throws if a licence is not on the allow list
 */
export const licencesPage = async (root: string) => {
  const dependencies = await checkedLicences(root)
  return table(
    'Licences of dependencies',
    ['Package', 'Version', 'Licence', 'Used'],
    dependencies.map(({ name, version, licence, use }) => [name, version, licence, use]),
  )
}
