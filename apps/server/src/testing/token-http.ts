import { API_BASE } from '@airdeck/contract/route';
import type { Role } from '@airdeck/domain/role';
import { createHttp } from '../platform/http/create-http.ts';
import { Failure } from '../platform/http/failure.ts';
import type { Log } from '../platform/log.ts';
import { createLongQuestions } from '../platform/questions/long-questions.ts';

/**
 * HTTP where a bearer token is `{organization id}:{role}:{session}:{user id}:{office id}`: the named user is logged in,
 * limited to the office if there is one.
 */
export async function openTokenHttp(log: Log, longQuestions = createLongQuestions()) {
  const http = await createHttp({
    log,
    tls: null,
    version: '1.0',
    // However busy the test machine is.
    delayMs: () => 0,
    longQuestions,
    authenticate: async (token) => {
      const [organizationId, authority, sessionId = 'session', userId = '1', officeId] = token.split(':');
      if (!Number(organizationId)) throw new Failure('INVALID_TOKEN');
      return {
        sessionId,
        userId: Number(userId),
        organizationId: Number(organizationId),
        authority: authority as Role,
        assigned: officeId ? { organizationIds: [], officeIds: [Number(officeId)], departmentIds: [] } : null,
        language: 'ko',
      };
    },
  });
  const get = async (path: string, token: string, language = 'ko') => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
    const answer = await http.inject({ method: 'GET', url: `${API_BASE}${path}`, headers });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return { http, get };
}
