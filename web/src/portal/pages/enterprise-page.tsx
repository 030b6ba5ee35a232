import { enterpriseMembersContract } from '@atrium/contract/features/identity/enterprises/enterprise-members.contract.ts'
import { portalUsersContract } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { ChevronRight, KeyRound, MailPlus, Users } from 'lucide-react'
import { Link } from 'react-router'
import { OwnEnterprise } from '../../features/identity/enterprises/own-enterprise.tsx'
import { OwnCompanies } from '../../features/people/memberships/own-companies.tsx'
import { useCan } from '../../kernel/access/use-can.ts'
import { Empty } from '../../ui/empty.tsx'
import { t } from '../../ui/texts.ts'
import { paths } from '../paths.ts'
import { useSession } from '../use-session.ts'
import './lines.css'
import './enterprise-page.css'

const links = [
  { text: t('成员'), to: paths.members, icon: Users, endpoint: portalUsersContract.pages },
  { text: t('成员邀请'), to: paths.invitations, icon: MailPlus, endpoint: enterpriseMembersContract.list },
  { text: t('邀请码'), to: paths.codes, icon: KeyRound, endpoint: enterpriseMembersContract.codes },
] as const

const EnterpriseLink = ({ text, to, icon: Drawn, endpoint }: (typeof links)[number]) =>
  useCan(endpoint) && (
    <li>
      <Link to={to}>
        <Drawn size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>{text}</span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  )

/** The company that the user acts for, and the others that they may switch to. */
export const EnterprisePage = () => {
  const { view } = useSession()
  const isManager = [useCan(portalUsersContract.pages), useCan(enterpriseMembersContract.list)].includes(true)
  return (
    <OwnEnterprise
      beside={
        <>
          {isManager && (
            <ul className="enterprise-links lines" aria-label={t('公司管理')}>
              {links.map((link) => (
                <EnterpriseLink key={link.to} {...link} />
              ))}
            </ul>
          )}
          <OwnCompanies />
        </>
      }
      none={
        <div className="enterprise-none">
          <Empty
            title={view}
            hint={t('公司资料由管理员在管理控制台维护；从门户注册的公司，可在此维护资料、申请认证和管理成员。')}
          />
        </div>
      }
    />
  )
}
