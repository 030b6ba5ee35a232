import type { RowsChange as Change, ShownRows } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { rowsChangeNames } from './role-words.ts'
import { ruleText } from './rule-words.ts'
import { useRuleFields } from './use-rule-fields.ts'
import './rows-change.css'

const RuleLine = ({ rule }: { rule: ShownRows['rules'][number] }) => (
  <span className="impact-quiet">{t('仅看{rule}', { rule: ruleText(rule, useRuleFields(rule.resource)) })}</span>
)
const Rows = ({ dataScope, orgs, rules }: ShownRows) => (
  <>
    <span>
      {dataScope === 'custom' && orgs.length > 0
        ? labelledText(t(scopeNames.custom), listText(orgs))
        : t(scopeNames[dataScope])}
    </span>
    {rules.map((rule) => (
      <RuleLine key={JSON.stringify(rule)} rule={rule} />
    ))}
  </>
)

/** Rows visible before and after a change; a change that may show more is presented as a gain. */
export const RowsChange = ({ before, after, change, users }: Change) => (
  <section>
    <h3>{t('可见数据')}</h3>
    <div className="impact-rows" data-widens={change !== 'narrower' || undefined}>
      <p>
        <Tag tone={change === 'narrower' ? 'plain' : 'warn'}>{rowsChangeNames[change]}</Tag>{' '}
        {t('涉及 {users} 人', { users })}
      </p>
      <dl>
        <dt>{t('现在')}</dt>
        <dd>
          <Rows {...before} />
        </dd>
        <dt>{t('保存后')}</dt>
        <dd>
          <Rows {...after} />
        </dd>
      </dl>
    </div>
  </section>
)
