import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { Check, X } from 'lucide-react'
import { t } from '../../../ui/texts.ts'
import { setUpNames } from './company-words.ts'
import '../tenants/public/tenancy.css'
import './companies.css'

/** Setup steps of a company with their status. */
export const SetUpList = ({ steps }: { steps: SetUp }) => (
  <section className="company-set-up">
    <h3 className="tenancy-section">{t('初始化')}</h3>
    <ul>
      {steps.map(({ step, done, from }) => (
        <li key={step} data-done={done || undefined}>
          {done ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
          <span>{from === undefined ? setUpNames[step] : labelledText(setUpNames[step], from)}</span>
          <span className="tenancy-quiet">{done ? t('已完成') : t('未完成')}</span>
        </li>
      ))}
    </ul>
  </section>
)
