import type { BrokerLogins, Question } from './types.ts';

/** Whether the answer to a broker's question is yes. A username that no kind of login owns gets the answer no. */
export const answerQuestion = async (kinds: readonly BrokerLogins[], question: Question): Promise<boolean> => {
  const { username } = question;
  const logins = kinds.find((kind) => kind.owns(username));
  if (logins === undefined) return false;
  if (question.clientId !== null && !logins.mayUseClientId(username, question.clientId)) return false;
  switch (question.ask) {
    case 'login':
      return logins.admits(username, question.password);
    case 'known':
    case 'session':
      return logins.isKnown(username);
    case 'publish':
      return logins.mayPublish(username, question.topic);
    case 'subscribe':
      return logins.maySubscribe(username, question.topic);
    case 'receive':
      return logins.mayReceive(username, question.topic);
  }
};
