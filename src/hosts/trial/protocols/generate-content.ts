import { type Body, joinParts, type ModelProtocol, plainFrame } from './protocol.ts';

/** Google's generateContent. */
export const generateContent: ModelProtocol = {
  read: body => ({
    offered: (body.tools ?? []).flatMap((tool: Body) => (tool.functionDeclarations ?? []).map((one: Body) => one.name)),
    said: body.contents.filter((item: Body) => item.role === 'user').map((item: Body) => joinParts(item.parts)),
    answers: body.contents.filter(
      (item: Body, i: number, all: Body) => item.role === 'model' && all[i - 1]?.role !== 'model',
    ).length,
    results: body.contents
      .flatMap((item: Body) => item.parts ?? [])
      .filter((part: Body) => part.functionResponse)
      .map((part: Body) => ({ id: part.functionResponse.id, output: JSON.stringify(part.functionResponse.response) })),
  }),
  write(reply, body) {
    const parts = [
      ...(reply.text ? [{ text: reply.text }] : []),
      ...reply.calls.map(call => ({ functionCall: { id: call.id, name: call.tool, args: call.args } })),
    ];
    const whole = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'stub',
      responseId: reply.id,
    };
    return body.stream ? [whole] : whole;
  },
  frame: plainFrame,
  end: '',
};
