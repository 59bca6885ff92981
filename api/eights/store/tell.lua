-- One telling: an entry in a player's inbox, once. It may be sent again: then it finds that it was heard.
--
-- KEYS  1 told of this subject  2 version  3 log  4 waiting  5 invitations  6 wake channel
-- ARGV  1 number  2 how long that is known, in seconds  3 entries the log keeps  4 expiry of the log in seconds
--       5 game  6 '1': it waits from now on, 'i': as an invitation, '0': no longer, '': neither  7 games that wait, kept
--       8 second half of the entry's id, after its version  9 notice that goes first, if nothing was told yet (may be
--       empty)  10 and on: notices
local told, version, log, waiting, invitations, wake = unpack(KEYS)

local last = tonumber(redis.call('GET', told))
if last and last >= tonumber(ARGV[1]) then
    return 0
end
local notices = {}
for place = (not last and ARGV[9] ~= '') and 9 or 10, #ARGV do
    notices[#notices + 1] = 'n'
    notices[#notices + 1] = ARGV[place]
end
if #notices == 0 then
    return 0
end

-- Of the writes, only the first can be refused (memory is short): a refusal leaves nothing.
local entry = redis.call('INCR', version)
redis.call('SET', told, ARGV[1], 'EX', ARGV[2])
redis.call('XADD', log, 'MAXLEN', ARGV[3], string.format('%.0f-', entry) .. ARGV[8], unpack(notices))
redis.call('EXPIRE', log, ARGV[4])
if ARGV[6] ~= '' then
    redis.call('ZREM', waiting, ARGV[5])
    redis.call('ZREM', invitations, ARGV[5])
end
if ARGV[6] == '1' or ARGV[6] == 'i' then
    local list = ARGV[6] == '1' and waiting or invitations
    redis.call('ZADD', list, entry, ARGV[5])
    redis.call('ZREMRANGEBYRANK', list, 0, -ARGV[7] - 1)
end
-- The log is the truth; that nobody could be woken does not undo it.
redis.pcall('SPUBLISH', wake, entry)
return 1
