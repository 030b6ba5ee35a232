import { expect, it } from 'vitest'

setUpImportedUsers()

import {
  addUser,
  check,
  fresh,
  problemsIn,
  setUpImportedUsers,
  stage,
  storedUser,
  token,
  upload,
} from '../../../../../test/imported-users-stage.ts'

it('keeps what an exported file shows in part, and says so', async () => {
  const { account, phone } = fresh()
  const id = await addUser({ account, name: '甲', phone })
  const imported = await upload(
    ['账号', '姓名', '手机号'],
    [[account, '乙', `${phone.slice(0, 3)}****${phone.slice(-4)}`]],
  )
  const { counts, notes } = await stage.check(token, imported)
  expect(counts).toMatchObject({ total: 1, changed: 1, refused: 0 })
  expect(notes).toEqual(['有 1 行的号码或邮箱已脱敏（含 *），导入后保持原值'])
  await stage.apply(token, imported)
  expect(await storedUser(account)).toMatchObject({ id, name: '乙', phone })
})

it('refuses a part of a number for a new user', async () => {
  const { rows } = await check(['账号', '姓名', '手机号'], [[fresh().account, '丙', '139****0001']])
  expect(problemsIn(rows)[0]?.slice(1)).toEqual(['phone 内容已脱敏（含 *），请填写完整的内容'])
})
