import {
  isOwnRow,
  type OrganizationDetail,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { Facts } from '../../../../kernel/listing/facts.tsx'
import { usePage } from '../../../../kernel/page/page-context.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ObjectCard, ObjectCards } from '../../../../ui/object-page/object-page.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { useCustomFacts } from '../../../system/custom-fields/public/use-custom-facts.ts'
import { useDictionaryLabel } from '../../../system/dictionaries/public/use-dictionary.ts'
import { countText, dutyNames, fieldLabels, stoppedHelp } from '../organization-words.ts'
import './organization-page.css'

/** The address of an organisation's page, from that of another one's. */
const useAddress = () => {
  const { path } = usePage()
  return (id: string) => `${path.slice(0, path.lastIndexOf('/'))}/${id}`
}

/** The organisations above, as a path of links. */
const Above = ({ above }: Pick<OrganizationDetail, 'above'>) => {
  const toAddress = useAddress()
  return above.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ' / '}
      <Link to={toAddress(id)}>{name}</Link>
    </Fragment>
  ))
}

const Below = ({ rows }: { rows: readonly OrganizationRow[] }) => {
  const toAddress = useAddress()
  if (rows.length === 0) return <Empty title={t('暂无下级组织')} />
  return (
    <ul className="organization-below" aria-label={t('下级组织')}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={toAddress(row.id)}>{row.name}</Link>
          {row.status === 0 && <Tag tone="warn">{t('停用')}</Tag>}
          <span>{row.leaders[0] ? `${dutyNames[row.leaders[0].duty]} ${row.leaders[0].name}` : t('未设负责人')}</span>
          <span>{countText(row)}</span>
        </li>
      ))}
    </ul>
  )
}

/** What an organisation is, and those directly below it. */
export const OrganizationOverview = ({ organization }: { organization: OrganizationDetail }) => {
  const { id, code, kind, above, phone, email, status } = organization
  const kindName = useDictionaryLabel('orgKind')
  const customFacts = useCustomFacts('organization', organization.custom)
  const read = useRead(organizationsContract.list, { query: { parent: id } })
  return (
    <ObjectCards>
      <ObjectCard title={t('基本信息')}>
        <Facts
          facts={{
            [fieldLabels.parent]: above.length > 0 ? <Above above={above} /> : t('顶级'),
            [fieldLabels.kind]: kindName(kind),
            [fieldLabels.code]: code && <code>{code}</code>,
            [fieldLabels.phone]: phone,
            [fieldLabels.email]: email,
            [fieldLabels.status]: status === 0 && t('停用。{stoppedHelp}', { stoppedHelp }),
          }}
          added={customFacts}
        />
      </ObjectCard>
      <ObjectCard title={t('下级组织')}>
        <ReadState read={read}>{({ data }) => <Below rows={data.filter(isOwnRow)} />}</ReadState>
      </ObjectCard>
    </ObjectCards>
  )
}
