import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { kindDescriptions, mergedPolicy, type OwnRules, policySentences, type Source } from './policy-words.ts'
import type { PolicyState } from './use-policy-form.ts'

type PolicySummaryProps = { state: PolicyState; own: OwnRules; isChanged: boolean; from: Source }

/** The effective rules, or those after saving, in sentences, and what the two kinds mean. */
export const PolicySummary = ({ state, own, isChanged, from }: PolicySummaryProps) => (
  <aside className="policy-card policy-summary">
    <section aria-live="polite">
      <h2>{isChanged ? t('保存后规则') : t('当前规则')}</h2>
      <ul>
        {policySentences(isChanged ? mergedPolicy(state.inherited, own) : state.effective).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="policy-quiet">
        {state.updateTime && state.updateBy
          ? rich('{updateTime} 由{name}修改', {
              updateTime: <Time at={state.updateTime} />,
              name: state.updateBy.name,
            })
          : t('本公司未单独设置规则，全部为{name}。', { name: from.name })}
      </p>
    </section>
    <section>
      <h2>{t('两种密码规则')}</h2>
      <dl>
        {kindDescriptions.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="policy-quiet">{t('新规则仅对以后设置的密码生效，现有密码可继续使用，直至过期或修改。')}</p>
    </section>
  </aside>
)
