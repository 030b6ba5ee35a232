import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { describe, expect, it, vi } from 'vitest'
import { add, admin, app, newPhone, readUser, setUpUsers, updateUser } from '../../../../../test/users-stage.ts'

setUpUsers()

const noticesTo = async (to: string) =>
  (await app.outbox()).filter((each) => each.to === to && 'target' in each.values).map(({ text }) => text)
const toMail = (account: string) => `${account}@example.cn`.toLowerCase()

describe('one’s own phone and mail address', () => {
  const refused = (field: string) => ({
    ...usersErrors.ownContact,
    errors: [{ field, msg: usersErrors.ownContact.msg }],
  })

  it('are not changed by the list of users, where nobody asks for a proof', async () => {
    await app.sql('update users set phone = $1 where id = $2', [newPhone(), admin.id])
    const before = await readUser(admin.id)
    for (const phone of [newPhone(), '']) expect(await updateUser(admin.id, { phone })).toMatchObject(refused('phone'))
    expect(await updateUser(admin.id, { email: 'elsewhere@example.cn' })).toMatchObject(refused('email'))
    expect(await readUser(admin.id)).toEqual(before)
    expect((await updateUser(admin.id, { remark: '值班' })).code).toBe(0)
  })
})

describe('contacts that an administrator replaces', () => {
  it('are told of it, and those that are removed too', async () => {
    const [phone, next] = [newPhone(), newPhone()]
    const user = await add({ phone })
    const mail = toMail(user.account)
    expect((await updateUser(user.id, { phone: next, email: mail })).code).toBe(0)
    await vi.waitFor(async () => expect(await noticesTo(phone)).toHaveLength(1), 5000)
    expect((await noticesTo(phone))[0]).toMatch(/^您账号的手机号已于 .* 更换为 137\*\*\*\*/)
    expect((await updateUser(user.id, { phone: next, email: '' })).code).toBe(0)
    await vi.waitFor(async () => expect(await noticesTo(mail)).toHaveLength(1), 5000)
    expect((await noticesTo(mail))[0]).toContain('您账号的邮箱已于')
    expect((await noticesTo(mail))[0]).toContain('（未填写）')
    expect(await noticesTo(next)).toEqual([])
  })
})
