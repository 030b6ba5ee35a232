import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { lazy, Suspense } from 'react'
import type { ShownList } from '../../../kernel/listing/use-shown-list.ts'
import { ListHistogram } from '../../../shared/histogram/histogram-slot.tsx'
import { t } from '../../../ui/texts.ts'
import './sign-in-drawings.css'

const SignInPlaces = lazy(async () => ({ default: (await import('./sign-in-places.tsx')).SignInPlaces }))

/** When and where the sign-ins of the list took place. */
export const SignInDrawings = ({ list }: { list: ShownList<object> }) => (
  <div className="sign-in-drawings">
    <ListHistogram label={t('登录时间分布')} endpoint={signInLogsContract.signInsHistogram} list={list} />
    <section className="sign-in-places" aria-label={t('登录地点排名')}>
      <Suspense>
        <SignInPlaces state={list.state} />
      </Suspense>
    </section>
  </div>
)
