import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import './profile.css'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import type { ReactNode } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ProfileCard } from './profile-card.tsx'

type Props = {
  securityPath: string
  /** What else belongs to the user, beside their profile. */
  children?: ReactNode
}

/** The user's profile and what belongs to them. Takes the path of the security settings. */
export const ProfilePage = ({ securityPath, children }: Props) => {
  const { data, error, refetch } = useRead(accountContract.profile, {})
  return (
    <div className="profile">
      {data ? (
        <ProfileCard profile={data} securityPath={securityPath} />
      ) : (
        <section className="profile-card">
          {error instanceof CallError ? (
            <FailureBlock failure={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={10} />
          )}
        </section>
      )}
      {children && <div className="profile-main">{children}</div>}
    </div>
  )
}
