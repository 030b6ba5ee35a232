import { useState } from 'react'
import * as z from 'zod/mini'
import { Field } from '../../../kernel/forms/fields.tsx'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import type { Control } from '../../../ui/control.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Schema of selected users. */
export const people = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .check(z.minLength(1, t('请选择用户')), z.maxLength(200, t('一次最多 200 人')))
type Person = z.output<typeof people>[number]

const PeopleControl = ({ find, value = [], onChange, ...control }: Control<Person[]> & { find: Find }) => {
  // Names of the latest search results: the selection itself holds only ids.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const findOthers: Find = async (...asked) => {
    const options = await find(...asked)
    setNames(new Map(options.map((option) => [option.value, option.label])))
    return options.filter((option) => value.every(({ id }) => id !== option.value))
  }
  const add = (id: string | undefined) => {
    if (id !== undefined && value.every((person) => person.id !== id))
      onChange?.([...value, { id, name: names.get(id) ?? id }])
  }
  return (
    <>
      <SearchSelect
        {...control}
        placeholder={t('输入账号、姓名查找')}
        find={findOthers}
        value={undefined}
        onChange={add}
      />
      <ChosenList label={t('已选用户')}>
        {value.map(({ id, name }) => (
          <ChosenItem key={id} name={name} onRemove={() => onChange?.(value.filter((person) => person.id !== id))} />
        ))}
      </ChosenList>
    </>
  )
}

/** Form field `people`: several users, found while typing. */
export const PeopleField = ({ find }: { find: Find }) => (
  <Field<{ people: Person[] }> name="people">
    <PeopleControl find={find} />
  </Field>
)
