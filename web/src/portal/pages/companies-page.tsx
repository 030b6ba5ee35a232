import { OwnCompanies } from '../../features/people/memberships/own-companies.tsx'
import { Empty } from '../../ui/empty.tsx'
import { t } from '../../ui/texts.ts'
import { useSession } from '../use-session.ts'
import './own-page.css'

/** The user's companies and invitations. */
export const CompaniesPage = () => {
  const { view } = useSession()
  return (
    <OwnCompanies
      empty={
        <div className="own-page">
          <Empty title={view} hint={t('您仅属于该公司，暂无待答复的邀请。')} />
        </div>
      }
    />
  )
}
