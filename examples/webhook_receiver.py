# Receives webhooks (Standard Webhooks): WEBHOOK_SECRET=whsec_… python3 examples/webhook_receiver.py
import base64, hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 300
seen = set()  # a database, in a real receiver: events may arrive more than once


def is_signed(headers, body):
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    text = f"{id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    # While a secret is replaced, there are two signatures.
    sent = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(each.encode(), expected.encode()) for each in sent)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        signed = is_signed(self.headers, body)
        id = self.headers.get("webhook-id")
        if signed and id not in seen:
            print(body.decode(), flush=True)  # the work to be done
            seen.add(id)
        self.send_response(204 if signed else 401)
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print(f"listening on {server.server_address}", flush=True)
server.serve_forever()
