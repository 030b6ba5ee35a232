import { splitObjectPath } from '@atrium/contract/features/access/menus/object-pages.ts'
import {
  type CompanyDetail,
  companiesContract,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { Link, useNavigate } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { usePage } from '../../../kernel/page/page-context.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { CompanyState } from './company-cells.tsx'
import './companies.css'

const maxShown = 20

/** The first direct subsidiaries of a company, with a link to the filtered list. */
export const SubsidiariesTab = ({ company: { id, name } }: { company: CompanyDetail }) => {
  const read = useRead(companiesContract.list, { query: { 'f.parent': id, size: maxShown, sort: 'name' } })
  const { path } = usePage()
  const navigate = useNavigate()
  // Beside the list, or on the page of the company.
  const companies = splitObjectPath(path)?.list ?? path
  return (
    <ReadState read={read}>
      {({ data, total }) =>
        data.length === 0 ? (
          <Empty title={t('暂无子公司')} hint={t('新增公司时，将上级公司选为“{name}”即可。', { name })} />
        ) : (
          <>
            <ul className="company-subsidiaries" aria-label={t('子公司')}>
              {data.map((row) => (
                <li key={row.id}>
                  <Link to={`${companies}/${row.id}`}>
                    <EllipsisText>{row.name}</EllipsisText>
                  </Link>
                  <CompanyState {...row} lock={null} />
                </li>
              ))}
            </ul>
            <Button onClick={() => void navigate(`${companies}?f.parent=${id}`)}>
              {t('在列表中查看（{total} 家）', { total })}
            </Button>
          </>
        )
      }
    </ReadState>
  )
}
