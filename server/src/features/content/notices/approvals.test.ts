import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { authorPermissions, createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'
import { sendFileTo } from '../../../../test/send-file.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { submit, approve, reject, policy, updatePolicy } = approvalsContract
const { attach, detach, openAttachment } = attachmentsContract
const reviewing = ['sysNews:list', 'sysNews:review']

let app: TestApp
let stage: NoticeStage
let company: Awaited<ReturnType<typeof enter>>
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
  company = await enter('审核公司')
})

const setApproval = async (token: string, approval = true) => {
  const { data } = await app.call(policy, {}, token)
  return app.call(updatePolicy, { body: { approval, version: data?.version ?? 0 } }, token)
}
/** A company that requires approval, with an author, a reviewer, and a user who does both and sets the policy. */
const enter = async (name: string) => {
  const entered = await stage.enter(name)
  const { companyId } = entered
  const reviewer = await buildUser(app, { companyId, permissions: reviewing })
  const both = await buildUser(app, {
    companyId,
    permissions: [...authorPermissions, 'sysNews:review', 'sysNews:policy'],
  })
  const [reviewerToken, bothToken] = [await app.signIn(reviewer), await app.signIn(both)]
  expect((await setApproval(bothToken)).code).toBe(0)
  return { ...entered, reviewer, reviewerToken, both, bothToken }
}

const readVersion = async (id: string) => (await stage.get(id, company.token)).version
const readStatus = async (id: string) => (await stage.get(id, company.token)).status
const send = async (id: string, token = company.token) =>
  app.call(submit, { params: { id }, body: { version: await readVersion(id) } }, token)
const accept = async (id: string, token = company.reviewerToken) =>
  app.call(approve, { params: { id }, body: { version: await readVersion(id) } }, token)
const refuse = async (id: string, reason = '标题有误', token = company.reviewerToken) =>
  app.call(reject, { params: { id }, body: { version: await readVersion(id), reason } }, token)
const addFile = async (id: string, token = company.token) =>
  sendFileTo(app, attach.path.replace(':id', id), token, { bytes: Buffer.from('附件'), name: '清单.txt' })
const submitted = async (title = '停机通知', token = company.token) => {
  const id = await stage.add({ title }, token)
  expect((await send(id, token)).code).toBe(0)
  return id
}
const approved = async (title?: string) => {
  const id = await submitted(title)
  expect((await accept(id)).code).toBe(0)
  return id
}

describe('a notice that needs no approval', () => {
  it('is issued at once, and not submitted', async () => {
    const { token } = await stage.enter('不审核公司')
    const id = await stage.add({}, token)
    const { approval, version } = await stage.get(id, token)
    expect(approval).toBe(false)
    expect((await app.call(submit, { params: { id }, body: { version } }, token)).code).toBe(5024)
    expect((await stage.issue(id, token)).code).toBe(0)
  })
})

describe('a notice that needs approval', () => {
  it('is issued once another person has approved it', async () => {
    const id = await stage.add({ title: '须审核' }, company.token)
    const refused = { code: 5020, msg: '该内容须经他人审核通过后才能发布，请先提交审核' }
    expect(await stage.issue(id, company.token)).toMatchObject(refused)
    expect((await send(id)).code).toBe(0)
    expect(await stage.get(id, company.reviewerToken)).toMatchObject({
      status: 5,
      approval: true,
      own: false,
      createBy: { id: company.author.id },
      submitBy: { id: company.author.id },
      decideBy: null,
    })
    expect((await stage.get(id, company.token)).own).toBe(true)
    expect(await stage.issue(id, company.token)).toMatchObject(refused)
    expect(await stage.listed(company.readerToken)).not.toContain(id)
    expect((await accept(id)).code).toBe(0)
    expect(await stage.get(id, company.token)).toMatchObject({
      status: 6,
      createBy: { id: company.author.id },
      decideBy: { id: company.reviewer.id },
      decideReason: '',
    })
    expect((await stage.issue(id, company.token)).code).toBe(0)
    expect(await stage.listed(company.readerToken)).toContain(id)
  })

  it('is returned with a reason, changed and submitted again', async () => {
    const id = await submitted()
    expect(
      await app.call(reject, { params: { id }, body: { version: 2, reason: ' ' } }, company.reviewerToken),
    ).toMatchObject({ code: 400, errors: [{ field: 'reason', msg: '请填写驳回原因' }] })
    expect((await refuse(id, '标题有误')).code).toBe(0)
    const returned = { status: 7, decideReason: '标题有误', decideBy: { id: company.reviewer.id } }
    expect(await stage.get(id, company.token)).toMatchObject(returned)
    expect((await stage.issue(id, company.token)).code).toBe(5020)
    await stage.edit(id, company.token, { title: '改正的标题' })
    expect(await stage.get(id, company.token)).toMatchObject(returned)
    expect((await send(id)).code).toBe(0)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 5, decideReason: '', decideBy: null })
  })

  it('is submitted once, and decided once', async () => {
    const id = await submitted()
    expect((await send(id)).code).toBe(5023)
    const decisions = await Promise.all([accept(id), accept(id, company.bothToken), refuse(id)])
    expect(decisions.map(({ code }) => code).sort()).toEqual([0, 5022, 5022])
    const issued = await approved()
    expect((await send(issued)).code).toBe(5023)
    await stage.issue(issued, company.token)
    expect((await send(issued)).code).toBe(5010)
    expect((await accept(issued)).code).toBe(5022)
    expect((await refuse(await stage.add({}, company.token))).code).toBe(5022)
  })

  it('is not approved in another version than the reviewer has seen', async () => {
    const id = await submitted()
    const version = await readVersion(id)
    await stage.edit(id, company.token, { title: '换了标题' })
    await send(id)
    const body = { version }
    const outdated = { code: 5030, msg: '内容已更新，请重新阅读' }
    expect(await app.call(approve, { params: { id }, body }, company.reviewerToken)).toMatchObject(outdated)
    const rejection = { params: { id }, body: { version, reason: '旧稿' } }
    expect(await app.call(reject, rejection, company.reviewerToken)).toMatchObject(outdated)
    expect(await readStatus(id)).toBe(5)
    await accept(id)
    expect(await app.call(noticesContract.issue, { params: { id }, body }, company.token)).toMatchObject(outdated)
    expect(await readStatus(id)).toBe(6)
  })

  it('loses its approval once its text or files change', async () => {
    const edited = await approved()
    await stage.edit(edited, company.token, { title: '改动' })
    expect(await stage.get(edited, company.token)).toMatchObject({ status: 0, decideBy: null })
    expect((await stage.issue(edited, company.token)).code).toBe(5020)

    const attached = await approved()
    const version = await readVersion(attached)
    const { data } = await addFile(attached)
    expect(await stage.get(attached, company.token)).toMatchObject({ status: 0, version: version + 1 })
    await send(attached)
    await accept(attached)
    expect((await app.call(detach, { params: { id: attached, fileId: data.fileId } }, company.token)).code).toBe(0)
    expect(await readStatus(attached)).toBe(0)

    const waiting = await submitted()
    await stage.edit(waiting, company.token, { title: '改动' })
    expect((await accept(waiting)).code).toBe(5022)
  })

  it('stays as it was approved while it is issued, and needs approval again once it is withdrawn and edited', async () => {
    const id = await submitted()
    const file = (await addFile(id)).data.fileId
    await send(id)
    await accept(id)
    await stage.issue(id, company.token)
    const locked = { code: 5025, msg: '本公司的公告须经审核，请先撤回，修改后重新提交审核' }
    expect(await stage.edit(id, company.token, { title: '绕过审核' })).toMatchObject(locked)
    expect(await addFile(id)).toMatchObject(locked)
    expect(await app.call(detach, { params: { id, fileId: file } }, company.token)).toMatchObject(locked)
    await app.call(noticesContract.revoke, { params: { id }, body: { reason: '有误' } }, company.token)
    expect((await stage.issue(id, company.token)).code).toBe(5020)
    expect((await stage.edit(id, company.token, { title: '改正' })).code).toBe(0)
    expect((await stage.issue(id, company.token)).code).toBe(5020)
    await send(id)
    await accept(id)
    expect((await stage.issue(id, company.token)).code).toBe(0)
    expect(await stage.get(id, company.token)).toMatchObject({ status: 2, title: '改正', updates: 1, revokeTime: null })
  })

  it('shows its files to who approves it, and to nobody else before it is issued', async () => {
    const id = await submitted()
    const { fileId } = (await addFile(id)).data
    const open = (token: string) => app.call(openAttachment, { params: { id, fileId } }, token)
    expect((await open(company.reviewerToken)).raw.toString()).toBe('附件')
    expect((await open(company.readerToken)).status).toBe(403)
    expect((await open((await stage.enter('附件公司')).token)).code).toBe(404)
    const foreign = await stage.add({}, company.token)
    const elsewhere = { params: { id: foreign, fileId } }
    expect((await app.call(openAttachment, elsewhere, company.reviewerToken)).code).toBe(404)
  })
})

describe('who approves', () => {
  it('has neither written nor submitted it', async () => {
    const ownText = await submitted('自己写的', company.bothToken)
    const refused = { code: 5021, msg: '不能审核本人编写或提交的内容，请由其他人员审核' }
    expect(await accept(ownText, company.bothToken)).toMatchObject(refused)
    expect(await refuse(ownText, '不行', company.bothToken)).toMatchObject(refused)

    const edited = await stage.add({}, company.token)
    await stage.edit(edited, company.bothToken, { title: '别人改过' })
    await send(edited)
    expect((await accept(edited, company.bothToken)).code).toBe(5021)
    expect((await accept(edited)).code).toBe(0)

    const sent = await stage.add({}, company.token)
    await send(sent, company.bothToken)
    expect((await accept(sent, company.bothToken)).code).toBe(5021)

    const withFile = await stage.add({}, company.token)
    await addFile(withFile, company.bothToken)
    await send(withFile)
    expect((await accept(withFile, company.bothToken)).code).toBe(5021)
  })

  it('may have written what another person has approved since', async () => {
    const id = await stage.add({}, company.token)
    await stage.edit(id, company.bothToken, { title: '别人改过' })
    await send(id)
    await accept(id)
    await stage.edit(id, company.token, { title: '作者再改' })
    await send(id)
    expect((await accept(id, company.bothToken)).code).toBe(0)
    expect((await stage.get(id, company.bothToken)).own).toBe(false)
    await stage.edit(id, company.bothToken, { title: '又改' })
    await send(id, company.bothToken)
    expect((await accept(id, company.bothToken)).code).toBe(5021)
  })

  it('is not the author as a guest from another company either', async () => {
    const visits = await createVisitStage(app, ['sysCompanys:switch', ...reviewing])
    const { host, visitor } = visits
    const member = await buildUser(app, { companyId: host, permissions: [...authorPermissions, 'sysNews:policy'] })
    const { token: abroad } = await app.tokens(visitor)
    await app.sql(`update users set password_hash = '', principal_company_id = $2, principal_id = $3 where id = $1`, [
      member.id,
      visitor.companyId,
      visitor.id,
    ])
    const { data } = await app.call(membershipsContract.enter, { params: { id: host } }, abroad)
    const memberToken = String(data?.token)
    expect((await setApproval(memberToken)).code).toBe(0)
    const id = await stage.add({}, memberToken)
    const version = (await stage.get(id, memberToken)).version
    expect((await app.call(submit, { params: { id }, body: { version } }, memberToken)).code).toBe(0)
    const { token: guestToken } = await visits.enter()
    expect(await stage.get(id, guestToken)).toMatchObject({ status: 5, own: true })
    const decision = { params: { id }, body: { version: version + 1 } }
    expect((await app.call(approve, decision, guestToken)).code).toBe(5021)
  })

  it('cannot be the writer for the database either', async () => {
    const id = await submitted()
    await expect(
      app.sql(`update notices set state = 'approved', decided_by = created_by where id = $1`, [id]),
    ).rejects.toThrow('notices__approved')
  })

  it('needs the right, in the same company', async () => {
    const id = await submitted()
    const other = await enter('另一家审核公司')
    const body = { version: await readVersion(id) }
    for (const endpoint of [approve, submit] as const) {
      expect((await app.call(endpoint, { params: { id }, body }, company.readerToken)).status).toBe(403)
      expect((await app.call(endpoint, { params: { id }, body }, other.bothToken)).code).toBe(404)
    }
    const reason = { params: { id }, body: { ...body, reason: '越权' } }
    expect((await app.call(reject, reason, company.token)).status).toBe(403)
    expect((await app.call(reject, reason, other.reviewerToken)).code).toBe(404)
    expect((await app.call(approve, { params: { id }, body }, company.token)).status).toBe(403)
    expect(await readStatus(id)).toBe(5)
  })
})

describe('approval is noted', () => {
  it('in the log, with the author and who decided', async () => {
    const id = await submitted('留痕')
    await refuse(id, '措辞')
    await send(id)
    await accept(id)
    await stage.issue(id, company.token)
    const rows = await app.sql('select event, actor_id, after from audit_log where entity_id = $1 order by seq', [id])
    const [author, reviewer] = [company.author.id, company.reviewer.id]
    expect(rows.map(({ event, actor_id }) => [event, actor_id])).toEqual([
      ['notice.created', author],
      ['notice.submitted', author],
      ['notice.rejected', reviewer],
      ['notice.submitted', author],
      ['notice.approved', reviewer],
      ['notice.issued', author],
    ])
    expect(rows[2]?.after).toEqual({ state: 'rejected', reason: '措辞', author: '张伟' })
    expect(rows[4]?.after).toEqual({ state: 'approved', author: '张伟' })
  })

  it('by mail to those who can decide, and to the author', async () => {
    const own = await enter('邮件公司')
    await app.sql(`update users set email = account || '@example.com' where company_id = $1`, [own.companyId])
    const mailTo =
      ({ account }: { account: string }) =>
      async () =>
        (await app.outbox()).filter(({ to }) => to === `${account}@example.com`).map(({ text }) => text)
    const id = await stage.add({ title: '邮件公告' }, own.token)
    const decide = async (endpoint: typeof approve | typeof submit, token: string) => {
      const { version } = await stage.get(id, own.token)
      expect((await app.call(endpoint, { params: { id }, body: { version } }, token)).code).toBe(0)
    }
    await decide(submit, own.token)
    const asked = expect.stringContaining('张伟 提交了“邮件公司”的公告“邮件公告”，待您审核')
    for (const person of [own.reviewer, own.both])
      await expect.poll(mailTo(person), { timeout: 10_000 }).toEqual([asked])
    const { version } = await stage.get(id, own.token)
    const rejection = { params: { id }, body: { version, reason: '缺少日期' } }
    expect((await app.call(reject, rejection, own.reviewerToken)).code).toBe(0)
    await expect.poll(mailTo(own.author), { timeout: 10_000 }).toEqual([expect.stringContaining('缺少日期')])
    await decide(submit, own.token)
    await decide(approve, own.bothToken)
    await expect
      .poll(mailTo(own.author), { timeout: 10_000 })
      .toEqual([expect.stringContaining('缺少日期'), expect.stringContaining('审核通过')])
    expect(await mailTo(own.reader)()).toEqual([])
  })

  it('in the list, where submissions are found', async () => {
    const id = await submitted('待审核的公告')
    const found = await app.call(
      noticesContract.list,
      { query: { 'f.status': '5', search: '待审核的公告' } },
      company.reviewerToken,
    )
    expect(found.data).toMatchObject([{ id, status: 5, own: false }])
  })
})

describe('the policy of a company', () => {
  it('is off at first, counts who may approve, and is changed in the version that was seen', async () => {
    const { companyId } = await stage.enter('策略公司')
    const admin = await buildUser(app, { companyId, permissions: ['sysNews:policy', 'sysNews:review'] })
    const token = await app.signIn(admin)
    const read = async () => (await app.call(policy, {}, token)).data
    expect(await read()).toEqual({ approval: false, approvers: 1, updateBy: null, updateTime: null, version: 0 })
    const heir = await buildRole(app, {
      companyId,
      parent: (await buildRole(app, { companyId, permissions: reviewing })).id,
    })
    const member = await buildUser(app, { companyId })
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      member.id,
      heir.id,
    ])
    expect((await read())?.approvers).toBe(2)
    await app.sql('update users set status = 0 where id = $1', [member.id])
    expect((await read())?.approvers).toBe(1)
    const setFirst = () => app.call(updatePolicy, { body: { approval: true, version: 0 } }, token)
    const first = await Promise.all([setFirst(), setFirst()])
    expect(first.map(({ code }) => code).sort()).toEqual([0, 409])
    expect(await read()).toMatchObject({ approval: true, version: 1, updateBy: { id: admin.id } })
    const [row] = await app.sql(`select before, after from audit_log where company_id = $1 and event = $2 and ok`, [
      companyId,
      'noticePolicy.updated',
    ])
    expect(row).toEqual({ before: { approval: false }, after: { approval: true } })
    expect((await app.call(updatePolicy, { body: { approval: false, version: 0 } }, token)).code).toBe(409)
  })

  it('is changed by those alone who have the right', async () => {
    const body = { approval: false, version: 1 }
    for (const token of [company.token, company.reviewerToken, company.readerToken]) {
      expect((await app.call(policy, {}, token)).status).toBe(403)
      expect((await app.call(updatePolicy, { body }, token)).status).toBe(403)
    }
  })

  it('leaves what is issued, and lets submissions be issued once it is off', async () => {
    const own = await enter('开关公司')
    await setApproval(own.bothToken, false)
    const issued = await stage.publish({}, own.token)
    await setApproval(own.bothToken, true)
    expect((await stage.get(issued, own.token)).status).toBe(2)
    const id = await stage.add({}, own.token)
    const { version } = await stage.get(id, own.token)
    await app.call(submit, { params: { id }, body: { version } }, own.token)
    await setApproval(own.bothToken, false)
    expect((await stage.issue(id, own.token)).code).toBe(0)
  })

  it('withdraws what nobody has approved before its start once it is on, and leaves what was approved', async () => {
    const own = await enter('定时公司')
    const startTime = new Date(Date.now() + 3_600_000).toISOString()
    const decide = async (id: string, endpoint: typeof submit | typeof approve, token: string) => {
      const { version } = await stage.get(id, own.token)
      expect((await app.call(endpoint, { params: { id }, body: { version } }, token)).code).toBe(0)
    }
    const seen = await stage.add({ title: '已审核' }, own.token)
    await decide(seen, submit, own.token)
    await decide(seen, approve, own.reviewerToken)
    await stage.issue(seen, own.token, { startTime })
    await setApproval(own.bothToken, false)
    const unseen = await stage.add({ title: '未审核' }, own.token)
    await stage.issue(unseen, own.token, { startTime })
    await setApproval(own.bothToken)
    expect(await stage.get(seen, own.token)).toMatchObject({ status: 1 })
    const revokeReason = '本公司已开启公告审核，请提交审核，通过后重新发布'
    expect(await stage.get(unseen, own.token)).toMatchObject({ status: 3, revokeReason })
    const rows = await app.sql(
      `select entity_id, actor_id, after from audit_log where company_id = $1 and event = 'notice.revoked'`,
      [own.companyId],
    )
    expect(rows).toEqual([{ entity_id: unseen, actor_id: own.both.id, after: { reason: revokeReason } }])
    await decide(unseen, submit, own.token)
    await decide(unseen, approve, own.reviewerToken)
    expect((await stage.issue(unseen, own.token, { startTime })).code).toBe(0)
    expect(await stage.get(unseen, own.token)).toMatchObject({ status: 1, updates: 0 })
  })

  it('does not let what has ended without approval be shown once more', async () => {
    const own = await enter('到期公司')
    await setApproval(own.bothToken, false)
    const id = await stage.publish({}, own.token)
    await setApproval(own.bothToken)
    const extend = async () => {
      const { version } = await stage.get(id, own.token)
      const body = { startTime: null, endTime: null, version }
      return app.call(noticesContract.reschedule, { params: { id }, body }, own.token)
    }
    expect((await extend()).code).toBe(0)
    await app.sql(`update notices set starts_at = now() - interval '1 hour', ends_at = now() where id = $1`, [id])
    expect((await extend()).code).toBe(5020)
  })

  it('leaves nothing to be decided once it is off, and no refusal at what is issued then', async () => {
    const own = await enter('关闭公司')
    const version = async (id: string) => (await stage.get(id, own.token)).version
    const [waiting, refused] = [await stage.add({}, own.token), await stage.add({}, own.token)]
    for (const id of [waiting, refused])
      await app.call(submit, { params: { id }, body: { version: await version(id) } }, own.token)
    const rejection = { params: { id: refused }, body: { version: await version(refused), reason: '措辞' } }
    expect((await app.call(reject, rejection, own.reviewerToken)).code).toBe(0)
    await setApproval(own.bothToken, false)
    expect(await stage.get(waiting, own.token)).toMatchObject({ status: 0, approval: false })
    const [noted] = await app.sql(
      'select event, actor_id, after from audit_log where entity_id = $1 order by seq desc',
      [waiting],
    )
    expect(noted).toEqual({ event: 'notice.updated', actor_id: own.both.id, after: { state: 'draft' } })
    const decision = { params: { id: waiting }, body: { version: await version(waiting) } }
    expect((await app.call(approve, decision, own.reviewerToken)).code).toBe(5022)
    expect((await stage.issue(refused, own.token)).code).toBe(0)
    expect(await stage.get(refused, own.token)).toMatchObject({ status: 2, decideBy: null, decideReason: '' })
    await setApproval(own.bothToken)
    expect((await stage.issue(waiting, own.token)).code).toBe(5020)
  })
})
